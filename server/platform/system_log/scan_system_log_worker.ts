// A thread of its own for one look through the panel's own log, so that the panel goes on answering.
import type { LookReply } from "../worker_looks.ts";
import { scanSystemLog, type SystemLogAnswer, type SystemLogOrder } from "./scan_system_log.ts";

self.onmessage = ({ data }: MessageEvent<SystemLogOrder>) => self.postMessage(scan(data));

function scan(order: SystemLogOrder): LookReply<SystemLogAnswer> {
  try {
    return { result: scanSystemLog(order, () => performance.now()) };
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}
