import assert from "node:assert/strict";
import type { DroppedFile } from "../../../ui/data/tree/read_drop.ts";
import {
  type Existing,
  findAsking,
  UploadQueue,
  type UploadRejection,
  type UploadRequests,
} from "./upload_queue.ts";

const nameTaken: UploadRejection = { code: "already_exists", text: "taken" };

interface Sent {
  path: string;
  existing: Existing;
  settle: (rejection: UploadRejection | null) => Promise<void>;
}

function scene() {
  const sent: Sent[] = [];
  let idle = 0;
  const requests: UploadRequests = {
    send: ({ path }, { existing, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("called off")));
        sent.push({ path, existing, settle: async (rejection) => (resolve(rejection), await turn()) });
      }),
    onIdle: () => idle++,
  };
  const queue = new UploadQueue(requests);
  const states = () => queue.list().map(({ state }) => state);
  return { queue, sent, states, idle: () => idle };
}

// Promises settle before a port message arrives.
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function files(...paths: string[]): DroppedFile[] {
  return paths.map((path) => ({ path, file: new File(["x"], path) }));
}

Deno.test("upload queue: sends two at a time, in order", async () => {
  const { queue, sent, states, idle } = scene();
  queue.add(files("a", "b", "c"), "");
  assert.deepEqual(states(), ["sending", "sending", "waiting"]);
  await sent[0]?.settle(null);
  assert.deepEqual([states(), sent.map(({ path }) => path)], [["done", "sending", "sending"], [
    "a",
    "b",
    "c",
  ]]);
  await sent[1]?.settle({ code: "payload_too_large", text: "too large" });
  await sent[2]?.settle(null);
  assert.deepEqual([states(), idle()], [["done", "failed", "done"], 1]);
  assert.equal(queue.list()[1]?.error, "too large");
});

Deno.test("upload queue: an existing name waits for a decision while the others continue", async () => {
  const { queue, sent, states } = scene();
  queue.add(files("a", "b", "c"), "");
  await sent[0]?.settle(nameTaken);
  assert.deepEqual(states(), ["asking", "sending", "sending"]);
  queue.result(1, "replace", false);
  assert.deepEqual(sent.at(-1)?.existing, "replace");
  await sent[1]?.settle(nameTaken);
  queue.result(2, "skip", false);
  assert.deepEqual(states(), ["sending", "skipped", "sending"]);
});

Deno.test("upload queue: asks about the same upload while others start to wait, then about the first of these", async () => {
  const { queue, sent } = scene();
  const pathToDecide = (before: number | null) => findAsking(queue.list(), before)?.path;
  queue.add(files("a", "b"), "");
  assert.equal(pathToDecide(null), undefined);
  await sent[1]?.settle(nameTaken);
  assert.equal(pathToDecide(null), "b");
  await sent[0]?.settle(nameTaken);
  assert.equal(pathToDecide(2), "b");
  queue.result(2, "skip", false);
  assert.equal(pathToDecide(2), "a");
});

Deno.test("upload queue: a decision for all applies to later uploads, but not to the next batch", async () => {
  const { queue, sent, states } = scene();
  queue.add(files("a", "b", "c"), "");
  await sent[0]?.settle(nameTaken);
  await sent[1]?.settle(nameTaken);
  queue.result(1, "keep", true);
  await sent[2]?.settle(nameTaken);
  assert.deepEqual(sent.map(({ path, existing }) => `${path} ${existing}`), [
    ...["a refuse", "b refuse", "c refuse", "a keep", "b keep", "c keep"],
  ]);
  for (const one of sent.slice(3)) await one.settle(null);
  assert.deepEqual(states(), ["done", "done", "done"]);
  queue.add(files("d"), "");
  await sent.at(-1)?.settle(nameTaken);
  assert.deepEqual(states(), ["asking"]);
});

Deno.test("upload queue: a cancelled upload ends at once and frees its slot", async () => {
  const { queue, sent, states, idle } = scene();
  queue.add(files("a", "b", "c"), "");
  queue.cancel(1);
  await turn();
  assert.deepEqual(states(), ["cancelled", "sending", "sending"]);
  queue.cancelAll();
  await turn();
  assert.deepEqual([states(), idle()], [["cancelled", "cancelled", "cancelled"], 1]);
  assert.equal(sent.length, 3);
});

Deno.test("upload queue: a failed upload can be retried", async () => {
  const { queue, sent, states } = scene();
  queue.add(files("a"), "");
  await sent[0]?.settle({ code: "storage_full", text: "full" });
  queue.retry(1);
  assert.deepEqual(states(), ["sending"]);
  await sent[1]?.settle(null);
  assert.deepEqual(states(), ["done"]);
  queue.clear();
  assert.deepEqual(states(), []);
});
