import assert from "node:assert/strict";
import { readUrlState, writeUrlState } from "./url_state.ts";

const read = (query: string) => readUrlState(new URLSearchParams(query));

Deno.test("notifications location: a formatted state parses back", () => {
  const nothing = { channel: null, rule: null, of: null, state: null, page: 1 };
  assert.deepEqual(read(""), nothing);
  assert.deepEqual(writeUrlState(nothing), {});
  const all = { channel: 3, rule: "new", of: 3, state: "failed", page: 2 } as const;
  assert.deepEqual(read("channel=3&rule=new&of=3&state=failed&page=2"), all);
  assert.deepEqual(writeUrlState(all), all);
});

Deno.test("notifications location: ignores invalid values", () => {
  const { channel, of, state, page } = read("channel=-1&of=x&state=toString&page=0");
  assert.deepEqual([channel, of, state, page], [null, null, null, 1]);
});
