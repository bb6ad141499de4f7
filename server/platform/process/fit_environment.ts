// The kernel limits the size of the arguments and environment of a new process (execve(2)).
import { readFileSync } from "node:fs";

/** One `NAME=value` with its terminator (MAX_ARG_STRLEN). */
const MAX_ENTRY = 128 * 1024;
/** What the shells on the way to a command add, and the kernel itself. */
const RESERVE = 48 * 1024;
const POINTER = 8;
const MIN_ROOM = 128 * 1024;
const MAX_ROOM = 6 * 1024 * 1024;

export interface Fitted {
  environment: Record<string, string>;
  leftOut: string[];
}

/**
 * Leaves out the variables that would prevent a process from starting: of the names in `expendable`, those that are too
 * long, and then, from the last one on, those that do not fit. `room` is in bytes.
 */
export function fitEnvironment(
  environment: Record<string, string>,
  { args: messages, expendable, room }: {
    args: readonly string[];
    expendable: readonly string[];
    room: number;
  },
): Fitted {
  const sizes = new Map(
    Object.entries(environment).map(([name, value]) => [name, sizeOf(`${name}=${value}`)]),
  );
  const entries = [...sizes.values(), ...messages.map(sizeOf)];
  let total = entries.reduce((sum, size) => sum + size + POINTER, 0);
  const leftOut = new Set<string>();
  const leave = (name: string) => {
    if (leftOut.has(name) || !sizes.has(name)) return;
    leftOut.add(name);
    total -= (sizes.get(name) ?? 0) + POINTER;
  };
  for (const name of expendable) if ((sizes.get(name) ?? 0) > MAX_ENTRY) leave(name);
  for (const name of expendable.toReversed()) if (total > room - RESERVE) leave(name);
  const stored = Object.entries(environment).filter(([name]) => !leftOut.has(name));
  return { environment: Object.fromEntries(stored), leftOut: expendable.filter((name) => leftOut.has(name)) };
}

/** Returns how many bytes of arguments and environment a new process may have on this system. */
export function environmentRoom(): number {
  if (Deno.build.os !== "linux") return 1024 * 1024;
  const stack = /^Max stack size\s+(\d+|unlimited)/m.exec(readLimits())?.[1];
  if (stack === undefined || stack === "unlimited") return MAX_ROOM;
  return Math.max(MIN_ROOM, Math.min(MAX_ROOM, Math.floor(Number(stack) / 4)));
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}

function sizeOf(entry: string): number {
  return new TextEncoder().encode(entry).length + 1;
}
