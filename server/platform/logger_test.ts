import assert from "node:assert/strict";
import { createLogger, logLevels } from "./logger.ts";

function lines(
  level: (typeof logLevels)[number],
  format: "text" | "json",
  formatText: (logger: ReturnType<typeof createLogger>) => void,
): string[] {
  const written: string[] = [];
  const clock = {
    now: () => Date.UTC(2026, 2, 4, 5, 6, 7, 8),
    monotonic: () => 0,
    after: () => ({ cancel: () => {} }),
  };
  formatText(createLogger({ level, format, clock, write: (line) => void written.push(line) }));
  return written;
}

Deno.test("logger: each level passes itself and everything more severe", () => {
  for (const [index, level] of logLevels.entries()) {
    const output = lines(level, "text", (logger) => logLevels.forEach((level) => logger[level]("x")));
    assert.equal(output.length, logLevels.length - index);
  }
});

Deno.test("logger: text has time, level, message and fields on one line, whatever they contain", () => {
  const [line] = lines(
    "info",
    "text",
    (logger) => logger.warn("something", { run: 5, text: "a\nb \u001b[31m" }),
  );
  assert.equal(line, '2026-03-04T05:06:07.008Z WARN  something run=5 text="a\\nb \\u001b[31m"');
});

Deno.test("logger: JSON is one object, with the stack and cause of errors", () => {
  const [line] = lines(
    "info",
    "json",
    (logger) => logger.error("bad", { fault: new Error("outer", { cause: new Error("inner") }) }),
  );
  const { time, level, message, fault } = JSON.parse(line!);
  assert.deepEqual([time, level, message], ["2026-03-04T05:06:07.008Z", "error", "bad"]);
  assert.match(fault, /^Error: outer\n[^]*; caused by Error: inner\n/);
});
