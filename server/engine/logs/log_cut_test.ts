import assert from "node:assert/strict";
import { join } from "node:path";
import { closeSync } from "node:fs";
import fc from "fast-check";
import { openRegular } from "../../platform/files/open_regular.ts";
import { findGap, gapLine, remainingParts } from "./log_cut.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

async function cut(
  content: Uint8Array | string,
  maxBytes: number,
  gap: { start: number; end: number } | null = null,
) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await using folder = await temporaryFolder();
  const file = join(folder.path, "log");
  await Deno.writeFile(file, bytes);
  const { descriptor } = openRegular(file);
  const found = await findGap(descriptor, { size: bytes.length, maxBytes, gap });
  closeSync(descriptor);
  return { bytes, gap: found };
}

const LIMIT = 64 * 1024;

Deno.test("log cut: cuts at line ends, near the target positions", async () => {
  const { bytes, gap } = await cut("some line of it\n".repeat(20_000), LIMIT);
  const { first, last } = remainingParts(LIMIT);
  assert.ok(gap && first - gap.start < 32 && gap.start <= first);
  assert.ok(bytes.length - gap.end <= last && last - (bytes.length - gap.end) < 32);
  assert.deepEqual([bytes[gap.start - 1], bytes[gap.end - 1]], [10, 10]);
});

Deno.test("log cut: the remaining parts are valid text and never exceed the limit", async () => {
  const unit = fc.constantFrom("a", "é", "很", "😀", "\n", "b");
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 20, maxLength: 40 }), fc.nat(5), async (text, shift) => {
      const { bytes, gap } = await cut("x".repeat(shift) + text.repeat(6000), LIMIT);
      if (!gap) return assert.ok(bytes.length <= LIMIT * 2);
      const strict = new TextDecoder("utf-8", { fatal: true });
      const stored = [bytes.subarray(0, gap.start), bytes.subarray(gap.end)].map((part) =>
        strict.decode(part)
      );
      const line = gapLine(gap.end - gap.start, "en");
      assert.ok(new TextEncoder().encode(stored.join(line)).length <= LIMIT - 1024);
    }),
    { numRuns: 50 },
  );
});

Deno.test("log cut: a gap only grows, and its start stays", async () => {
  const content = "line\n".repeat(40_000);
  const { gap } = await cut(content, LIMIT);
  const wider = await cut(content.repeat(2), LIMIT, gap);
  assert.equal(wider.gap?.start, gap?.start);
  assert.ok(wider.gap!.end > gap!.end);
  const same = { start: 10, end: content.length - 5 };
  assert.deepEqual((await cut(content, LIMIT, same)).gap, same);
});
