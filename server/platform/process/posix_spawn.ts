// Starts processes by `posix_spawn` of the C library, which lets them lead a session of their own. Otherwise, that takes a fork
// of the whole panel, or one more program before each command (`setsid`).
import { constants } from "node:os";

/** What to start. */
export interface SpawnedCommand {
  /** Absolute path of the program, and its arguments. */
  command: readonly [string, ...string[]];
  directory: string;
  environment: Readonly<Record<string, string>>;
  /** Descriptor that takes both outputs. */
  output: number;
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
const READ_ONLY = 0;
/** A process that ends is noticed by its signal. Looking again now and then also keeps this program from ending before it. */
const POLL_INTERVAL_MS = 10_000;
/** More than any of the structures of the C library takes: attributes have 336 bytes with glibc. */
const STRUCTURE_BYTES = 512;

type Library = Deno.DynamicLibrary<typeof functions>["symbols"];

let opened: { library: Library; attributes: Uint8Array } | null | undefined;
const encoder = new TextEncoder();
const waiting = new Map<number, (ended: Ended) => void>();
/** What calls in other threads use; it must not be freed meanwhile. */
const starting = new Set<unknown>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns whether this system has what `posixSpawn` needs. */
export function hasPosixSpawn(): boolean {
  return open() !== null;
}

/**
 * Starts a process that leads its own session, without input. Rejects when the system refuses, and when a text contains NUL.
 */
export async function posixSpawn(
  { command, directory, environment, output }: SpawnedCommand,
): Promise<{ pid: number; ended: Promise<Ended> }> {
  const { library, attributes } = open() ?? {};
  if (!library || !attributes) throw new Error("posix_spawn is not available");
  const [program] = command;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const buffers = {
    pid: new Int32Array(1),
    program: textOf(program),
    actions: new Uint8Array(STRUCTURE_BYTES),
    command: listOf(command),
    variables: listOf(variables),
  };
  const check = (code: number) => {
    if (code !== 0) throw new Error(`spawn ${program} ${nameOf(constants.errno, code) ?? code}`);
  };
  const { pid, actions } = buffers;
  check(library.posix_spawn_file_actions_init(actions));
  starting.add(buffers);
  listen();
  try {
    check(library.posix_spawn_file_actions_addopen(actions, 0, textOf("/dev/null"), READ_ONLY, 0));
    check(library.posix_spawn_file_actions_adddup2(actions, output, 1));
    check(library.posix_spawn_file_actions_adddup2(actions, output, 2));
    check(library.posix_spawn_file_actions_addchdir_np(actions, textOf(directory)));
    check(
      await library.posix_spawn(
        pid,
        buffers.program,
        actions,
        attributes,
        buffers.command,
        buffers.variables,
      ),
    );
    return { pid: pid[0]!, ended: untilEnded(pid[0]!) };
  } finally {
    library.posix_spawn_file_actions_destroy(actions);
    starting.delete(buffers);
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
  if (timer === undefined || starting.size > 0 || waiting.size > 0) return;
  Deno.removeSignalListener("SIGCHLD", reap);
  clearInterval(timer);
  timer = undefined;
}

// Opened for the first process, not with the panel.
function open() {
  if (opened !== undefined) return opened;
  // Elsewhere, structures and values differ.
  if (Deno.build.os !== "linux") return opened = null;
  try {
    const library = Deno.dlopen("libc.so.6", functions).symbols;
    const attributes = new Uint8Array(STRUCTURE_BYTES);
    library.posix_spawnattr_init(attributes);
    library.posix_spawnattr_setflags(attributes, SETSID | SETSIGDEF | SETSIGMASK);
    // Signals that the panel ignores or blocks are not ignored or blocked by what it starts.
    library.posix_spawnattr_setsigdefault(attributes, new Uint8Array(STRUCTURE_BYTES).fill(0xff, 0, 8));
    library.posix_spawnattr_setsigmask(attributes, new Uint8Array(STRUCTURE_BYTES));
    return opened = { library, attributes };
  } catch {
    return opened = null;
  }
}

// Encodes texts, each with the NUL that ends it.
function textOf(...texts: string[]): Uint8Array {
  if (texts.some((text) => text.includes("\0"))) {
    throw new Error("a text for a new process contains a NUL character");
  }
  return encoder.encode(texts.map((text) => `${text}\0`).join(""));
}

// A list of texts as C has it: pointers to them and a last one that is null. One buffer holds both, so that none is freed
// before the other.
function listOf(texts: readonly string[]): Uint8Array {
  const content = textOf(...texts);
  const tableBytes = (texts.length + 1) * BigUint64Array.BYTES_PER_ELEMENT;
  const list = new Uint8Array(tableBytes + content.length);
  const pointers = new BigUint64Array(list.buffer, 0, texts.length + 1);
  list.set(content, tableBytes);
  const address = BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(list)));
  for (let index = 0, at = tableBytes; index < texts.length; index++, at = list.indexOf(0, at) + 1) {
    pointers[index] = address + BigInt(at);
  }
  return list;
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
