// Tars that no decent program writes.

export interface HostileEntry {
  name: string;
  body?: string;
  /** Type flag of the header; "0" is a file. */
  type?: string;
  link?: string;
  mode?: number;
  /** Said in the header, whatever comes. */
  size?: number;
}

const BLOCK = 512;
const encoder = new TextEncoder();

/** Writes a tar, its end included. */
export function tarOf(entries: readonly HostileEntry[]): Uint8Array<ArrayBuffer> {
  const parts = [...entries.flatMap(blocksOf), new Uint8Array(2 * BLOCK)];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function blocksOf(entry: HostileEntry): Uint8Array[] {
  const body = padded(encoder.encode(entry.body ?? ""));
  const name = encoder.encode(entry.name);
  // Too long for the header, or not ASCII: said in a header of its own before.
  const isPlain = name.length <= 100 && /^[\x20-\x7e]*$/.test(entry.name);
  const before = isPlain ? [] : [
    header({ name: "pax", type: "x", body: paxOf(entry.name) }),
    padded(
      encoder.encode(paxOf(entry.name)),
    ),
  ];
  return [...before, header(isPlain ? entry : { ...entry, name: "long" }), body];
}

function header({ name, body = "", type = "0", link = "", mode = 0o644, size }: HostileEntry): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(encoder.encode(text), at);
  const octal = (value: number, width: number) => value.toString(8).padStart(width - 1, "0") + "\0";
  put(0, name);
  put(100, octal(mode, 8));
  put(108, octal(0, 8));
  put(116, octal(0, 8));
  put(124, octal(size ?? encoder.encode(body).length, 12));
  put(136, octal(0, 12));
  put(148, "        ");
  put(156, type);
  put(157, link);
  put(257, "ustar\x0000");
  put(148, `${block.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `);
  return block;
}

function paxOf(path: string): string {
  const rest = ` path=${path}\n`;
  const bytes = encoder.encode(rest).length;
  for (let length = bytes;; length++) {
    if (String(length).length + bytes === length) return `${length}${rest}`;
  }
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  whole.set(bytes);
  return whole;
}
