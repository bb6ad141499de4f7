import assert from "node:assert/strict";
import type { ChannelRow } from "./channel_rows.ts";
import { DeletedChannels } from "./deleted_channels.ts";

const row = (id: number) => ({ id }) as ChannelRow; // only the id matters here

Deno.test("deleted channels: are forgotten after ten minutes, once restored, and when there are too many", () => {
  let now = 0;
  const deleted = new DeletedChannels({ now: () => now });
  deleted.add(row(1), []);
  now += 5 * 60_000;
  deleted.add(row(2), []);
  assert.deepEqual([1, 2].map((id) => deleted.find(id)?.row.id), [1, 2]);
  now += 5 * 60_000;
  assert.deepEqual([1, 2].map((id) => deleted.find(id)?.row.id), [undefined, 2]);
  deleted.forget(2);
  assert.equal(deleted.find(2), undefined);
  for (let id = 3; id < 30; id++) deleted.add(row(id), []);
  assert.deepEqual([9, 10, 29].map((id) => deleted.find(id)?.row.id), [undefined, 10, 29]);
});
