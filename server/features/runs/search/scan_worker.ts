// A thread of its own for one look through a log, so that the panel goes on answering.
import type { LookReply } from "../../../platform/worker_looks.ts";
import { scanLog, type ScanOrder, type ScanResult } from "./scan_log.ts";

self.onmessage = ({ data }: MessageEvent<ScanOrder>) => self.postMessage(scan(data));

function scan(order: ScanOrder): LookReply<ScanResult> {
  try {
    return { result: scanLog(order, () => performance.now()) };
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}
