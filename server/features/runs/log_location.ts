import type { LogShape } from "../../engine/log_shape.ts";

/** A location in a log. Cutting out the middle of a log starts a new generation of offsets. */
export interface LogLocation {
  offset: number;
  generation: number;
}

/**
 * Parses the last event id of a reader that reconnects: `offset` or `generation-offset`. Returns null for
 * anything else.
 */
export function readEventId(eventId: string | null): LogLocation | null {
  const [, generation, offset] = /^(?:(\d{1,9})-)?(\d{1,15})$/.exec(eventId ?? "") ?? [];
  return offset === undefined ? null : { offset: Number(offset), generation: Number(generation ?? 0) };
}

/**
 * Maps a location to the current generation of the log; a location in the omitted part becomes that of the
 * line that replaces it.
 */
export function locationIn(
  { generation, moved }: LogShape,
  { offset, generation: then }: LogLocation,
): LogLocation {
  if (then >= generation || moved === null) return { offset, generation };
  if (offset >= moved.from) return { offset: offset - moved.from + moved.to, generation };
  return { offset: Math.min(offset, moved.start), generation };
}
