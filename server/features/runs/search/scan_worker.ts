// A thread of its own for one look through a log, so that the panel goes on answering.
import { scanLog, type ScanOrder, type ScanResult } from "./scan_log.ts";

export type ScanReply = { result: ScanResult } | { fault: string };

self.onmessage = ({ data }: MessageEvent<ScanOrder>) => self.postMessage(scan(data));

function scan(order: ScanOrder): ScanReply {
  try {
    return { result: scanLog(order, () => performance.now()) };
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}
