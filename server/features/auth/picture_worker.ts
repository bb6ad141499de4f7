// Redraws one picture in its own thread, so that the panel stays responsive.
import type { QueryResponse } from "../../platform/worker_queries.ts";
import { messageOf } from "../../platform/error_message.ts";
import { PictureError, redrawPicture } from "./redraw_picture.ts";

export interface PictureRequest {
  timeLimitMs: number;
  bytes: Uint8Array;
}

export type PictureResult = { png: Uint8Array<ArrayBuffer> } | { rejected: PictureError["reason"] };

self.onmessage = ({ data }: MessageEvent<PictureRequest>) => self.postMessage(respond(data));

function respond({ bytes }: PictureRequest): QueryResponse<PictureResult> {
  try {
    return { result: { png: redrawPicture(bytes) } };
  } catch (error) {
    if (error instanceof PictureError) return { result: { rejected: error.reason } };
    return { error: messageOf(error) };
  }
}
