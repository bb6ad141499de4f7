// Connections that wait to be accepted, as the kernel lists them; where it has no such tables, none are found.
import { closeSync, existsSync, openSync, readSync } from "node:fs";

const TABLES = "/proc/net";
/** Sockets that listen come first, before those of all connections, which may be many. */
const MAX_BYTES = 64 * 1024;
const LISTENS = "0A";
const CONNECTING = "02";

/** Where a server listens. */
export type ListenAddress = { port: number } | { path: string };

/** Counts the connections that wait at an address. Throws when no descriptor is left to find out. */
export function countWaiting(address: ListenAddress): number {
  return "path" in address ? countAtPath(address.path) : countAtPort(address.port);
}

// Columns: number, local and remote address, state, length of the queues "sent:waiting".
function countAtPort(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return [...readTable("tcp"), ...readTable("tcp6")].map((line) => {
    const [, local = "", , state, queues = ""] = line.trim().split(/\s+/);
    if (!local.endsWith(suffix) || state !== LISTENS) return 0;
    return Number.parseInt(queues.slice(queues.indexOf(":") + 1), 16);
  }).reduce((sum, count) => sum + count, 0);
}

// Columns: number, references, protocol, flags, type, state, inode, path.
function countAtPath(path: string): number {
  return readTable("unix").filter((line) =>
    line.endsWith(` ${path}`) && line.trim().split(/\s+/, 6)[5] === CONNECTING
  ).length;
}

function readTable(name: string): string[] {
  const file = `${TABLES}/${name}`;
  if (!existsSync(file)) return [];
  const descriptor = openSync(file, "r");
  try {
    const bytes = new Uint8Array(MAX_BYTES);
    let length = 0;
    for (let read = -1; read !== 0 && length < MAX_BYTES; length += read) {
      read = readSync(descriptor, bytes, length, MAX_BYTES - length, null);
    }
    return new TextDecoder().decode(bytes.subarray(0, length)).split("\n");
  } finally {
    closeSync(descriptor);
  }
}
