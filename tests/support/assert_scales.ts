import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";

const PARTS = 16;
/** Below what grows with the square: that takes as many times longer as there are parts. */
const MAX = 6;
const ROUNDS = 3;
/** What takes less is no matter, and too short to compare. */
const SHORT_MS = 30;

/**
 * Fails when something takes time that grows with the square of a size. Compares it in one piece with as much in parts, by the
 * time on the processor, so that neither a slow nor a busy machine changes the verdict.
 */
export function assertScales(action: (size: number) => void, size: number): void {
  const part = Math.floor(size / PARTS);
  const inParts = () => {
    for (let n = 0; n < PARTS; n++) action(part);
  };
  const [parts, whole] = [minMs(inParts), minMs(() => action(size))];
  assert.ok(
    whole < SHORT_MS || whole < MAX * parts,
    `${whole.toFixed(0)} ms in one piece, ${parts.toFixed(0)} ms in ${PARTS} parts`,
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

// Of this thread, for other tests run in others; of the process where the kernel does not tell.
function processorMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
