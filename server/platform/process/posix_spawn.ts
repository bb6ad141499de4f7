// Starts processes by `posix_spawn` of the C library, which lets them lead a session of their own. Otherwise, that takes a fork
// of the whole panel, or one more program before each command (`setsid`).
import { constants } from "node:os";

export interface SpawnedCommand {
  /** Absolute path of the program, and its arguments. */
  command: readonly [string, ...string[]];
  directory: string;
  environment: Readonly<Record<string, string>>;
  /** Descriptors of its standard input, output and error; null where it has none. */
  streams: Streams;
  /** Whether only KILL ends it. */
  blocksSignals?: boolean;
}

export type Streams = readonly [input: number | null, output: number | null, error: number | null];

export interface Started {
  pid: number;
  ended: Promise<Ended>;
}

/** How a process ended; at most one is not null. */
export interface Ended {
  code: number | null;
  signal: string | null;
}

const functions = {
  // In another thread: the caller is suspended until the new process runs its program, which takes long on busy cores.
  posix_spawn: {
    parameters: ["buffer", "buffer", "buffer", "buffer", "buffer", "buffer"],
    result: "i32",
    nonblocking: true,
  },
  posix_spawn_file_actions_init: { parameters: ["buffer"], result: "i32" },
  posix_spawn_file_actions_destroy: { parameters: ["buffer"], result: "i32" },
  posix_spawn_file_actions_adddup2: { parameters: ["buffer", "i32", "i32"], result: "i32" },
  posix_spawn_file_actions_addopen: {
    parameters: ["buffer", "i32", "buffer", "i32", "u32"],
    result: "i32",
  },
  posix_spawn_file_actions_addchdir_np: { parameters: ["buffer", "buffer"], result: "i32" },
  posix_spawn_file_actions_addclosefrom_np: { parameters: ["buffer", "i32"], result: "i32" },
  posix_spawnattr_init: { parameters: ["buffer"], result: "i32" },
  posix_spawnattr_setflags: { parameters: ["buffer", "i16"], result: "i32" },
  posix_spawnattr_setsigdefault: { parameters: ["buffer", "buffer"], result: "i32" },
  posix_spawnattr_setsigmask: { parameters: ["buffer", "buffer"], result: "i32" },
  waitpid: { parameters: ["i32", "buffer", "i32"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

// Values that the C libraries of Linux have in common (spawn.h, wait.h, fcntl.h).
const SETSIGDEF = 0x04;
const SETSIGMASK = 0x08;
const SETSID = 0x80;
const WNOHANG = 1;
const READ_WRITE = 2;
/** The first descriptor after standard input and both outputs. */
const FIRST_OTHER = 3;
/** A process that ends is noticed by its signal. Looking again now and then also keeps this program from ending before it. */
const POLL_INTERVAL_MS = 10_000;
/** More than any of the structures of the C library takes: attributes have 336 bytes with glibc. */
const STRUCTURE_BYTES = 512;
/** Enough for most starts. */
const MEMORY_BYTES = 32_768;
const MAX_SPARE = 8;
/** Bytes of UTF-8 per UTF-16 code unit. */
const MAX_UNIT_BYTES = 3;

type Library = Deno.DynamicLibrary<typeof functions>["symbols"];

interface Opened {
  library: Library;
  attributes: Uint8Array;
  /** Of processes that block signals. */
  blocking: Uint8Array;
}

let opened: Opened | null | undefined;
const encoder = new TextEncoder();
const waiting = new Map<number, (ended: Ended) => void>();
/** The memory of starts in progress: other threads use it, so it must not be freed. */
const inUse = new Set<Memory>();
/** That of earlier starts: new memory for each would only be freed when V8 collects old objects. */
const spare: Memory[] = [];
let timer: ReturnType<typeof setInterval> | undefined;

const NOTHING = "/dev/null";
/** What would end a process: HUP, INT and TERM. */
const ENDING_SIGNALS = 1 << constants.signals.SIGHUP - 1 | 1 << constants.signals.SIGINT - 1 |
  1 << constants.signals.SIGTERM - 1;

/** Returns whether this system has what `posixSpawn` needs. */
export function hasPosixSpawn(): boolean {
  return open() !== null;
}

/**
 * Starts a process that leads its own session, with these descriptors of the panel and no others. Rejects when the system refuses, and when a text contains NUL.
 */
export async function posixSpawn(
  { command, directory, environment, streams, blocksSignals = false }: SpawnedCommand,
): Promise<Started> {
  const found = open();
  if (!found) throw new Error("posix_spawn is not available");
  const { library } = found;
  const attributes = blocksSignals ? found.blocking : found.attributes;
  const [program] = command;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const memory = takeMemory([program, directory, NOTHING, ...command, ...variables]);
  const check = (code: number) => {
    if (code !== 0) throw new Error(`spawn ${program} ${nameOf(constants.errno, code) ?? code}`);
  };
  listen();
  try {
    const pid = new Int32Array(memory.buffer, memory.allocate(Int32Array.BYTES_PER_ELEMENT).byteOffset, 1);
    const actions = memory.allocate(STRUCTURE_BYTES);
    check(library.posix_spawn_file_actions_init(actions));
    try {
      const nothing = memory.text(NOTHING);
      for (const [number, descriptor] of streams.entries()) {
        if (descriptor !== null) check(library.posix_spawn_file_actions_adddup2(actions, descriptor, number));
        else check(library.posix_spawn_file_actions_addopen(actions, number, nothing, READ_WRITE, 0));
      }
      check(library.posix_spawn_file_actions_addchdir_np(actions, memory.text(directory)));
      // The runtime leaves the socket of local programs open for children: one that outlives the panel would keep it, and
      // whoever connects to it would wait forever.
      check(library.posix_spawn_file_actions_addclosefrom_np(actions, FIRST_OTHER));
      const file = memory.text(program);
      const [list, environ] = [memory.list(command), memory.list(variables)];
      check(await library.posix_spawn(pid, file, actions, attributes, list, environ));
    } finally {
      library.posix_spawn_file_actions_destroy(actions);
    }
    return { pid: pid[0]!, ended: untilEnded(pid[0]!) };
  } finally {
    giveBack(memory);
    restIfDone();
  }
}

function untilEnded(pid: number): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  waiting.set(pid, resolve);
  // Its signal may have come before.
  reap();
  return promise;
}

function listen(): void {
  if (timer !== undefined) return;
  Deno.addSignalListener("SIGCHLD", reap);
  timer = setInterval(reap, POLL_INTERVAL_MS);
}

function restIfDone(): void {
  if (timer === undefined || inUse.size > 0 || waiting.size > 0) return;
  Deno.removeSignalListener("SIGCHLD", reap);
  clearInterval(timer);
  timer = undefined;
}

// Opened for the first process, not with the panel.
function open(): Opened | null {
  if (opened !== undefined) return opened;
  // Elsewhere, structures and values differ.
  if (Deno.build.os !== "linux") return opened = null;
  try {
    const library = Deno.dlopen("libc.so.6", functions).symbols;
    return opened = {
      library,
      attributes: attributesOf(library, 0),
      blocking: attributesOf(library, ENDING_SIGNALS),
    };
  } catch {
    return opened = null;
  }
}

// Signals that the panel ignores or blocks are not ignored or blocked by what it starts.
function attributesOf(library: Library, blockedSignals: number): Uint8Array {
  const attributes = new Uint8Array(STRUCTURE_BYTES);
  const blocked = new Uint8Array(STRUCTURE_BYTES);
  new Uint32Array(blocked.buffer)[0] = blockedSignals;
  library.posix_spawnattr_init(attributes);
  library.posix_spawnattr_setflags(attributes, SETSID | SETSIGDEF | SETSIGMASK);
  library.posix_spawnattr_setsigdefault(attributes, new Uint8Array(STRUCTURE_BYTES).fill(0xff, 0, 8));
  library.posix_spawnattr_setsigmask(attributes, blocked);
  return attributes;
}

// Memory in which the parts of one start are allocated, one after the other.
class Memory {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #address: bigint;
  #used = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
    this.#address = BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(this.#bytes)));
  }

  get buffer(): ArrayBuffer {
    return this.#bytes.buffer;
  }

  get size(): number {
    return this.#bytes.length;
  }

  clear(): void {
    this.#used = 0;
  }

  /** Returns the next bytes, aligned for pointers. */
  allocate(size: number): Uint8Array<ArrayBuffer> {
    const start = this.#used;
    this.#used += aligned(size);
    return this.#bytes.subarray(start, start + size);
  }

  /** Allocates texts, each with the NUL that ends it. */
  text(...texts: string[]): Uint8Array<ArrayBuffer> {
    const all = texts.map((text) => `${text}\0`).join("");
    const { written } = encoder.encodeInto(all, this.#bytes.subarray(this.#used));
    return this.allocate(written);
  }

  /** Allocates a list of texts as C has it: pointers to them, and a last one that is null. */
  list(texts: readonly string[]): Uint8Array<ArrayBuffer> {
    const table = this.allocate((texts.length + 1) * BigUint64Array.BYTES_PER_ELEMENT);
    const pointers = new BigUint64Array(this.buffer, table.byteOffset, texts.length + 1);
    let at = this.text(...texts).byteOffset;
    for (let index = 0; index < texts.length; index++, at = this.#bytes.indexOf(0, at) + 1) {
      pointers[index] = this.#address + BigInt(at);
    }
    pointers[texts.length] = 0n;
    return table;
  }
}

function aligned(size: number): number {
  return Math.ceil(size / BigUint64Array.BYTES_PER_ELEMENT) * BigUint64Array.BYTES_PER_ELEMENT;
}

// Returns memory for these texts and what else a start needs.
function takeMemory(texts: readonly string[]): Memory {
  if (texts.some((text) => text.includes("\0"))) {
    throw new Error("a text for a new process contains a NUL character");
  }
  const pointer = BigUint64Array.BYTES_PER_ELEMENT;
  const bytes = texts.reduce((sum, { length }) => sum + MAX_UNIT_BYTES * length + 1 + 2 * pointer, 0);
  const needed = bytes + STRUCTURE_BYTES + 8 * pointer;
  const found = needed <= MEMORY_BYTES ? spare.pop() : undefined;
  const memory = found ?? new Memory(Math.max(needed, MEMORY_BYTES));
  memory.clear();
  inUse.add(memory);
  return memory;
}

function giveBack(memory: Memory): void {
  inUse.delete(memory);
  if (memory.size === MEMORY_BYTES && spare.length < MAX_SPARE) spare.push(memory);
}

// One signal may stand for several processes, and for others of the panel, which the runtime waits for.
function reap(): void {
  const status = new Int32Array(1);
  for (const [pid, resolve] of waiting) {
    const found = opened?.library.waitpid(pid, status, WNOHANG);
    if (found === 0) continue;
    waiting.delete(pid);
    resolve(found === pid ? endedBy(status[0]!) : { code: null, signal: null });
  }
  restIfDone();
}

// The status of waitpid(2): the signal in the lowest 7 bits, the exit code above.
function endedBy(status: number): Ended {
  const number = status & 0x7f;
  if (number === 0) return { code: status >> 8 & 0xff, signal: null };
  return { code: null, signal: nameOf(constants.signals, number) ?? `SIG${number}` };
}

function nameOf(names: Readonly<Record<string, number>>, number: number): string | undefined {
  return Object.keys(names).find((name) => names[name] === number);
}
