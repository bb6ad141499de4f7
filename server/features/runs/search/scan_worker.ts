// Scans one log in its own thread, so that the panel stays responsive.
import type { QueryResponse } from "../../../platform/worker_queries.ts";
import { messageOf } from "../../../platform/error_message.ts";
import { scanLog, type ScanOrder, type ScanResult } from "./scan_log.ts";

self.onmessage = ({ data }: MessageEvent<ScanOrder>) => self.postMessage(scan(data));

function scan(order: ScanOrder): QueryResponse<ScanResult> {
  try {
    return { result: scanLog(order, () => performance.now()) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
