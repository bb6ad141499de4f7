// A thread of its own for one look through a log, so that the panel goes on answering.
import type { QueryReply } from "../../../platform/worker_queries.ts";
import { scanLog, type ScanOrder, type ScanResult } from "./scan_log.ts";

self.onmessage = ({ data }: MessageEvent<ScanOrder>) => self.postMessage(scan(data));

function scan(order: ScanOrder): QueryReply<ScanResult> {
  try {
    return { result: scanLog(order, () => performance.now()) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
