// Connections that wait to be accepted, as the kernel lists them; where it has no such tables, none are found.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { bitsOfIPv6 } from "../platform/networks.ts";

const TABLES = "/proc/net";
/** What stands before the socket of the panel is much less. */
const MAX_BYTES = 64 * 1024;
/** To fill a larger buffer, the kernel would search its whole table of connections, which takes milliseconds on any machine. */
const LINE_BYTES = 150;
const PAGE_BYTES = 4096;
const LISTENS = "0A";
const CONNECTING = "02";

/** Where a server listens. */
export type ListenAddress = { hostname: string; port: number } | { path: string };

/** Counts the connections that wait at an address. Throws when no descriptor is left to find out. */
export function countWaiting(address: ListenAddress): number {
  return "path" in address ? countAtPath(address.path) : countAtPort(address);
}

// Columns: number, local and remote address, state, length of the queues "sent:waiting". Sockets that listen come first.
function countAtPort({ hostname, port }: { hostname: string; port: number }): number {
  const wanted = `${addressInTable(hostname)}:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  for (const line of linesOf(hostname.includes(":") ? "tcp6" : "tcp", LINE_BYTES)) {
    const [number, local, , state, queues = ""] = line.trim().split(/\s+/);
    if (number === "sl") continue;
    if (state !== LISTENS) break;
    if (local === wanted) return Number.parseInt(queues.slice(queues.indexOf(":") + 1), 16);
  }
  return 0;
}

// Words of 32 bits, in the byte order of all machines that the panel is built for.
function addressInTable(address: string): string {
  const digits = address.includes(":")
    ? bitsOfIPv6(address.replace(/%.*/, "")).toString(16).padStart(32, "0")
    : address.split(".").map((byte) => Number(byte).toString(16).padStart(2, "0")).join("");
  const words = digits.toUpperCase().match(/.{8}/g) ?? [];
  return words.map((word) => word.match(/../g)?.reverse().join("")).join("");
}

// Columns: number, references, protocol, flags, type, state, inode, path.
function countAtPath(path: string): number {
  let count = 0;
  for (const line of linesOf("unix", PAGE_BYTES)) {
    if (line.endsWith(` ${path}`) && line.trim().split(/\s+/, 6)[5] === CONNECTING) count++;
  }
  return count;
}

function* linesOf(name: string, bytesAtOnce: number): Generator<string> {
  const file = `${TABLES}/${name}`;
  if (!existsSync(file)) return;
  const descriptor = openSync(file, "r");
  try {
    const bytes = new Uint8Array(bytesAtOnce);
    const decoder = new TextDecoder();
    let rest = "";
    for (let length = 0, read = -1; read !== 0 && length < MAX_BYTES; length += read) {
      read = readSync(descriptor, bytes);
      const lines = `${rest}${decoder.decode(bytes.subarray(0, read), { stream: true })}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    closeSync(descriptor);
  }
}
