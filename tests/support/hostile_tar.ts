// Malicious tar archives.
import { checksumLine, CHECKSUMS, MANIFEST, newHash } from "../../server/platform/archive/archive_form.ts";

export interface HostileEntry {
  name: string;
  body?: string;
  /** Type flag of the header; "0" is a file. */
  type?: string;
  link?: string;
  mode?: number;
  /** The size in the header, whatever the content. */
  size?: number;
}

/** Malicious entries, and the reason each is rejected for. */
export const hostileTars: [what: string, entries: HostileEntry[], error: string][] = [
  ["a name that leads up", [{ name: "../evil", body: "x" }], "unsafe_name"],
  ["a name that leads up in the middle", [{ name: "scripts/../../evil", body: "x" }], "unsafe_name"],
  ["an absolute name", [{ name: "/etc/cron.d/evil", body: "x" }], "unsafe_name"],
  ["a dot", [{ name: "scripts/./a.js", body: "x" }], "unsafe_name"],
  ["an empty name in the middle", [{ name: "scripts//a.js", body: "x" }], "unsafe_name"],
  ["a folder that leads up", [{ name: "../evil/", type: "5" }], "unsafe_name"],
  ["a name too long for a file system", [{ name: `scripts/${"x".repeat(300)}`, body: "x" }], "unsafe_name"],
  ["a name with too many levels", [{ name: `scripts/${"a/".repeat(120)}b`, body: "x" }], "unsafe_name"],
  [
    "a link, then a file through it",
    [{ name: "scripts/out", type: "2", link: "/etc" }, { name: "scripts/out/evil", body: "x" }],
    "unsafe_kind",
  ],
  ["a hard link", [{ name: "scripts/pass", type: "1", link: "/etc/passwd" }], "unsafe_kind"],
  ["a character device", [{ name: "scripts/null", type: "3" }], "unsafe_kind"],
  ["a block device", [{ name: "scripts/disk", type: "4" }], "unsafe_kind"],
  ["a pipe", [{ name: "scripts/pipe", type: "6" }], "unsafe_kind"],
  ["a contiguous file", [{ name: "scripts/odd", type: "7", body: "x" }], "unsafe_kind"],
  [
    "a duplicate file",
    [{ name: "scripts/a.js", body: "good" }, { name: "scripts/a.js", body: "evil" }],
    "duplicate",
  ],
  [
    "a file below a file",
    [{ name: "scripts/a", body: "x" }, { name: "scripts/a/b", body: "x" }],
    "duplicate",
  ],
  [
    "a file over a folder",
    [{ name: "scripts/a/b", body: "x" }, { name: "scripts/a", body: "x" }],
    "duplicate",
  ],
  ["a second manifest", [{ name: MANIFEST, body: "{}" }], "duplicate"],
];

const BLOCK = 512;
const encoder = new TextEncoder();

/** Returns a tar, including its end. */
export function tarOf(entries: readonly HostileEntry[]): Uint8Array<ArrayBuffer> {
  return joined([...entries.flatMap(blocksOf), new Uint8Array(2 * BLOCK)]);
}

/**
 * Adds everything that makes an archive complete, so that only the malicious entry can be the reason to
 * reject it.
 */
export function completeTar(entries: readonly HostileEntry[], manifest = "{}"): Uint8Array<ArrayBuffer> {
  const all = [{ name: MANIFEST, body: manifest }, ...entries];
  const lines = newHash();
  const parts: Uint8Array[] = [];
  for (const { name, body = "", type = "0", mode = 0o644 } of all) {
    const hash = type === "5" ? null : newHash().update(body).digest("hex");
    const plain = type === "5" ? name.replace(/\/$/, "") : name;
    parts.push(checksumLine({ name: plain, hash, size: new TextEncoder().encode(body).length, mode }));
  }
  for (const part of parts) lines.update(part);
  return tarOf([...all, { name: CHECKSUMS, body: new TextDecoder().decode(joined(parts)) }]);
}

function blocksOf(entry: HostileEntry): Uint8Array[] {
  const body = padded(encoder.encode(entry.body ?? ""));
  const name = encoder.encode(entry.name);
  // Too long for the header, or not ASCII: written in a preceding header.
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
  let sum = 0;
  for (const byte of block) sum += byte;
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
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
  const complete = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  complete.set(bytes);
  return complete;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const complete = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    complete.set(part, at);
    at += part.length;
  }
  return complete;
}
