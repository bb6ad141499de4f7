// What the two ways into WeChat Work share.
import type { RefusalReading } from "./responses.ts";
import { optional } from "./fields.ts";

const BUSY = new Set<unknown>([-1, 45_009, 45_033]);

/** Busy, too many calls, too many calls at once. */
export const busyWeWork: RefusalReading = { mayPass: ({ errcode }) => BUSY.has(errcode) };

export const weWorkOriginField = optional(
  "weWorkOrigin",
  "address",
  "destination",
  "API address",
  "API 地址",
  {
    default: "https://qyapi.weixin.qq.com",
  },
);
