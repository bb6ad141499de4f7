import type { PictureError } from "./picture_error.ts";

export interface PictureOrder {
  timeLimitMs: number;
  bytes: Uint8Array;
}

export type PictureResult = { png: Uint8Array<ArrayBuffer> } | { rejected: PictureError["reason"] };
