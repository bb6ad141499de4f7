import assert from "node:assert/strict";
import type { QueueEntry, QueueState } from "../../../server/contract/queue.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts } from "../../messages/en/texts.ts";
import { waitText } from "./wait_text.ts";

const messages = newMessages("en", { texts });
// Only the fields that are read.
const live = [{ id: 7, taskName: "Backup" }] as QueueState["live"];
const queue: QueueState = { limit: 4, slotsTaken: 1, live, waiting: [], waitingTotal: 1 };

function entry(part: Partial<QueueEntry>): QueueEntry {
  const waiting = {
    reason: "limit",
    position: 1,
    pool: null,
    blockedBy: null,
    startAfter: "2027-01-01T00:00:00.000Z",
  };
  return { ...waiting, ...part } as QueueEntry; // the run itself is not read
}

const rows: [part: Partial<QueueEntry>, text: RegExp][] = [
  [{ reason: "limit" }, /4 slots/],
  [{ reason: "task", blockedBy: 7 }, /#7/],
  [{ reason: "task" }, /its previous run/i],
  [{ reason: "group", blockedBy: 7 }, /Backup.*#7/],
  [{ reason: "group", blockedBy: 9 }, /serial group/i],
  [{ reason: "delay" }, /\d\d:\d\d:\d\d/],
  [{ reason: "kind" }, /pulls/],
  [{ reason: "node", pool: "gpu" }, /“gpu”/],
  [{ reason: "node", pool: null }, /a node to have/i],
  [{ reason: "no_node", pool: "gpu" }, /No node of pool “gpu” accepts/],
  [{ reason: "no_node", pool: null }, /No node that may run it accepts/],
];

for (const [part, text] of rows) {
  Deno.test(`queue: text for waiting on ${part.reason}, ${part.blockedBy ? "with" : "without"} a run`, () => {
    assert.match(waitText(entry(part), queue, messages), text);
  });
}
