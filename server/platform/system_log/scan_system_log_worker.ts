// A separate thread for one search of the panel's own log, so that the panel stays responsive.
import type { QueryResponse } from "../worker_queries.ts";
import { scanSystemLog, type SystemLogOrder, type SystemLogResult } from "./scan_system_log.ts";
import { messageOf } from "../error_message.ts";

self.onmessage = ({ data }: MessageEvent<SystemLogOrder>) => self.postMessage(scan(data));

function scan(order: SystemLogOrder): QueryResponse<SystemLogResult> {
  try {
    return { result: scanSystemLog(order, () => performance.now()) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
