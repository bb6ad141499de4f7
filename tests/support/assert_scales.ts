import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";

const PARTS = 16;
/** Below quadratic growth, which takes as many times longer as there are parts. */
const MAX = 6;
const ROUNDS = 3;
/** Shorter times do not matter and cannot be compared reliably. */
const SHORT_MS = 30;

/**
 * Fails when an action takes quadratic time. Compares one run of the full size with runs of its parts, by CPU
 * time, so that neither a slow nor a busy machine changes the result.
 */
export function assertScales(action: (size: number) => void, size: number): void {
  const part = Math.floor(size / PARTS);
  const inParts = () => {
    for (let n = 0; n < PARTS; n++) action(part);
  };
  const [parts, complete] = [minMs(inParts), minMs(() => action(size))];
  assert.ok(
    complete < SHORT_MS || complete < MAX * parts,
    `${complete.toFixed(0)} ms in one piece, ${parts.toFixed(0)} ms in ${PARTS} parts`,
  );
}

function minMs(action: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const from = processorMs();
    action();
    return processorMs() - from;
  });
  return Math.min(...rounds);
}

// CPU time of this thread, because other tests run in other threads; of the process where the kernel does not
// provide it.
function processorMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
