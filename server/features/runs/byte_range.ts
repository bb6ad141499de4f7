/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header with a single range (RFC 9110, 14.2) for content of `size` bytes. Returns null if
 * there is none or it is not supported, so the whole content is sent, and `unsatisfiable` if it lies outside.
 */
export function readRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
