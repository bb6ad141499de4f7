import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";

const PARTS = 16;
/** Below quadratic growth, which takes as many times longer as there are parts. */
const MAX = 6;
/** Far below: a linear action takes about as long in one piece. */
const CLEAR = 2.5;
const ROUNDS = 3;
/** Shorter times do not matter and cannot be compared reliably. */
const SHORT_MS = 30;

/**
 * Fails when an action takes quadratic time. Compares one run of the full size with runs of its parts, by CPU
 * time, so that neither a slow nor a busy machine changes the result. Repeats both unless the result is clear.
 */
export function assertScales(action: (size: number) => void, size: number): void {
  const part = Math.floor(size / PARTS);
  const inParts = () => {
    for (let n = 0; n < PARTS; n++) action(part);
  };
  let [parts, complete] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    complete = Math.min(complete, processorMs(() => action(size)));
    if (complete < SHORT_MS) return;
    parts = Math.min(parts, processorMs(inParts));
    if (complete < CLEAR * parts) return;
  }
  assert.ok(
    complete < MAX * parts,
    `${complete.toFixed(0)} ms in one piece, ${parts.toFixed(0)} ms in ${PARTS} parts`,
  );
}

function processorMs(action: () => void): number {
  const from = readProcessorMs();
  action();
  return readProcessorMs() - from;
}

// CPU time of this thread, because other tests run in other threads; of the process where the kernel does not
// provide it.
function readProcessorMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
