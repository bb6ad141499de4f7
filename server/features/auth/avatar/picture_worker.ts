// A thread of its own for one picture, so that the panel goes on answering.
import type { LookReply } from "../../../platform/worker_looks.ts";
import { PictureRefused } from "./picture_refused.ts";
import { redrawPicture } from "./redraw_picture.ts";
import type { PictureOrder, PictureResult } from "./picture_order.ts";

self.onmessage = ({ data }: MessageEvent<PictureOrder>) => self.postMessage(answer(data));

function answer({ bytes }: PictureOrder): LookReply<PictureResult> {
  try {
    return { result: { png: redrawPicture(bytes) } };
  } catch (fault) {
    if (fault instanceof PictureRefused) return { result: { refused: fault.reason } };
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}
