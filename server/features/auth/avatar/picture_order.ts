import type { PictureError } from "./picture_refused.ts";

export interface PictureOrder {
  timeLimitMs: number;
  bytes: Uint8Array;
}

export type PictureResult = { png: Uint8Array<ArrayBuffer> } | { rejected: PictureError["reason"] };
