import type { LogShape } from "../../engine/log_shape.ts";

/** A place in a log. When the middle of a log is taken out, a generation of offsets ends. */
export interface LogLocation {
  offset: number;
  generation: number;
}

/** Reads what a reader says who lost the connection: `offset`, or `generation-offset`. Null when it says nothing of the kind. */
export function readUrlState(eventId: string | null): LogLocation | null {
  const [, generation, offset] = /^(?:(\d{1,9})-)?(\d{1,15})$/.exec(eventId ?? "") ?? [];
  return offset === undefined ? null : { offset: Number(offset), generation: Number(generation ?? 0) };
}

/** Finds a place again in a log as it is now; one in what was taken out becomes that of the line that stands for it. */
export function logFileIn(
  { generation, moved }: LogShape,
  { offset, generation: then }: LogLocation,
): LogLocation {
  if (then >= generation || moved === null) return { offset, generation };
  if (offset >= moved.from) return { offset: offset - moved.from + moved.to, generation };
  return { offset: Math.min(offset, moved.start), generation };
}
