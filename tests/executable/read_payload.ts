// Reads what `deno compile` embedded in an executable, in the format of Deno 2.9 (numbers are little-endian):
// magic · u64 length, metadata · u64 length, npm data · specifiers · redirects · remote modules · u64 length, file tree ·
// u64 length, the bytes of all files.

export interface Payload {
  /** Entry point, permissions, unstable features, as JSON. */
  metadata: Record<string, unknown>;
  files: Map<string, Uint8Array>;
}

type Entry =
  | { Dir: { n: string; e: Entry[] } }
  | { File: { n: string; o: [offset: number, length: number] } };

const mark = new TextEncoder().encode("d3n0l4ndd3n0l4nd");

/** Reads the payload of an executable. Throws when it has none or the format is unknown. */
export function readPayload(executable: Uint8Array): Payload {
  const start = lastIndexOf(executable, mark);
  if (start < 0) throw new Error("the file has no payload of deno compile");
  const cursor = new Cursor(executable, start + mark.length);
  const metadata = JSON.parse(cursor.text(cursor.u64())) as Record<string, unknown>;
  cursor.bytes(cursor.u64()); // npm data
  for (let left = cursor.u32(); left > 0; left--) cursor.bytes(cursor.u32() + 4); // specifiers
  const redirects = cursor.u32();
  const remotes = cursor.u32();
  if (redirects + remotes > 0) throw new Error("the executable holds modules of other hosts");
  const tree = JSON.parse(cursor.text(cursor.u64())) as Entry[];
  const contents = cursor.bytes(cursor.u64());
  const files = new Map(
    listFiles(tree).map(([path, [offset, length]]) => [
      path,
      contents.subarray(offset, offset + length),
    ]),
  );
  return { metadata, files };
}

class Cursor {
  readonly #data: Uint8Array;
  readonly #view: DataView;
  #at: number;

  constructor(data: Uint8Array, at: number) {
    this.#data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#at = at;
  }

  u32(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  u64(): number {
    this.#at += 8;
    return Number(this.#view.getBigUint64(this.#at - 8, true));
  }

  bytes(length: number): Uint8Array {
    this.#at += length;
    if (this.#at > this.#data.length) throw new Error("the payload ends too early");
    return this.#data.subarray(this.#at - length, this.#at);
  }

  text(length: number): string {
    return new TextDecoder().decode(this.bytes(length));
  }
}

function listFiles(entries: Entry[], folder = ""): [string, [number, number]][] {
  return entries.flatMap((entry) =>
    "Dir" in entry
      ? listFiles(entry.Dir.e, `${folder}${entry.Dir.n}/`)
      : [[`${folder}${entry.File.n}`, entry.File.o] satisfies [string, [number, number]]]
  );
}

function lastIndexOf(data: Uint8Array, wanted: Uint8Array): number {
  for (let at = data.length - wanted.length; at >= 0; at--) {
    if (wanted.every((byte, index) => data[at + index] === byte)) return at;
  }
  return -1;
}
