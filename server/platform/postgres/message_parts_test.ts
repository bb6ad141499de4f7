import assert from "node:assert/strict";
import { MessageAssembly, messageParts } from "./message_parts.ts";

const size = (text: string) => new TextEncoder().encode(text).length;

Deno.test("message parts: a short message is sent as it is", () => {
  assert.deepEqual(messageParts("run 7"), ["run 7"]);
  assert.equal(new MessageAssembly().add("run 7"), "run 7");
});

Deno.test("message parts: a long message fits in parts and arrives whole, whatever its characters", () => {
  for (const text of ["a".repeat(20_000), "任务".repeat(5_000), "😀é\n".repeat(4_000), "x".repeat(7_801)]) {
    const parts = messageParts(text);
    assert.ok(parts.length > 1);
    assert.ok(parts.every((part) => size(part) < 7_900));
    const whole = new MessageAssembly();
    assert.deepEqual(parts.map((part) => whole.add(part)).filter((one) => one !== null), [text]);
  }
});

Deno.test("message parts: separates messages of several senders, and ignores half of one", () => {
  const whole = new MessageAssembly();
  const [one, two] = [messageParts("1".repeat(9_000)), messageParts("2".repeat(9_000))];
  assert.equal(whole.add(one[1]!), null);
  assert.equal(whole.add(one[0]!), null);
  assert.equal(whole.add(two[0]!), null);
  assert.equal(whole.add("short"), "short");
  assert.equal(whole.add(one[1]!), "1".repeat(9_000));
  assert.equal(whole.add(two[1]!), "2".repeat(9_000));
});

Deno.test("message parts: a message that looks like a part arrives as it was sent", () => {
  const text = `part:${crypto.randomUUID()} 0 2\nhello`;
  const whole = new MessageAssembly();
  assert.deepEqual(messageParts(text).map((part) => whole.add(part)), [text]);
});
