import assert from "node:assert/strict";
import { channelTypes } from "../../../server/features/notifications/channels/list.ts";
import { orderTypes } from "./order_types.ts";

const names = (types: readonly { type: string }[]) => types.map(({ type }) => type);

Deno.test("channel types: in Chinese, services common in China follow mail", () => {
  const ordered = names(orderTypes(channelTypes, "zh"));
  assert.deepEqual(ordered.slice(0, 5), ["email", "smtp", "weWorkBot", "dingtalkBot", "lark"]);
  assert.deepEqual(ordered.toSorted(), names(channelTypes).toSorted());
});

Deno.test("channel types: in English, they keep the server's order", () => {
  assert.deepEqual(names(orderTypes(channelTypes, "en")), names(channelTypes));
});
