// Redraws one picture in its own thread, so that the panel stays responsive.
import type { QueryReply } from "../../../platform/worker_queries.ts";
import { PictureError } from "./picture_error.ts";
import { redrawPicture } from "./redraw_picture.ts";
import type { PictureOrder, PictureResult } from "./picture_order.ts";

self.onmessage = ({ data }: MessageEvent<PictureOrder>) => self.postMessage(respond(data));

function respond({ bytes }: PictureOrder): QueryReply<PictureResult> {
  try {
    return { result: { png: redrawPicture(bytes) } };
  } catch (error) {
    if (error instanceof PictureError) return { result: { rejected: error.reason } };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
