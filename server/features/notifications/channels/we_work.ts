// Shared by the two WeChat Work channels.
import type { RefusalReading } from "./responses.ts";
import { optional } from "./fields.ts";

const BUSY = new Set<unknown>([-1, 45_009, 45_033]);

/** Busy, rate limit, concurrency limit. */
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
