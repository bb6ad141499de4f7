// How programs on this machine reach the panel without logging in: a socket, and two keys that only the panel's own user can
// read. Neither is in a backup. Loaded by the command line and by scripts, so it imports nothing but what the runtime includes.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { runVariables } from "./run_variables.ts";

const FOLDER = "access";
const SOCKET = "panel.sock";
/** Contains the path of the socket when it is not in the folder itself. */
const SOCKET_PATH = "panel.sock.path";
const PANEL = "panel.json";
/** The kernel's limit is 104 or 108, depending on the system. */
const MAX_SOCKET_BYTES = 100;
const KEY_BYTES = 32;

/** What a client has to know of the running panel. */
export interface PanelInfo {
  /** Empty, or beginning with a slash and not ending with one. */
  basePath: string;
  version: string;
  pid: number;
}

/** The variables with which a run finds the panel; `runToken` returns its credential. */
export const SOCKET_VARIABLE = runVariables.socket;
export const ACCESS_VARIABLE = runVariables.access;
/** The variables with which `task` in a run on a worker finds the files of that run. */
export const SCRIPTS_VARIABLE = runVariables.scripts;
export const CONFIG_VARIABLE = runVariables.config;

/** Returns the folder in which a panel on this data folder accepts local programs. */
export function accessFolderOf(dataFolder: string): string {
  return join(resolve(dataFolder), FOLDER);
}

/** Returns the path of the panel's socket, whether or not a panel is listening on it. */
export function socketOf(folder: string): string {
  return readText(join(folder, SOCKET_PATH)) ?? join(folder, SOCKET);
}

/**
 * Returns the path of the panel's socket for a client, which will send its credential there. Throws when it is in a folder that
 * another user could have created.
 */
export function trustedSocketOf(folder: string): string {
  const socket = socketOf(folder);
  const place = dirname(socket);
  const owner = lstatSync(folder, { throwIfNoEntry: false })?.uid;
  if (place === folder || owner === undefined || !existsSync(place) || isPrivateFolder(place, owner)) {
    return socket;
  }
  throw new Error(
    `${place}, where the panel's socket should be, is not private to the user of the panel; restart the panel`,
  );
}

/** Returns the folder of what the panel offers to scripts. */
export function libraryOf(folder: string): string {
  return join(folder, "lib");
}

/** Returns what the running panel has written about itself; null when no panel has started. */
export function readPanelInfo(folder: string): PanelInfo | null {
  const text = readText(join(folder, PANEL));
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the credential of the command line. Throws file system errors when this user cannot read the key. */
export function operatorToken(folder: string): string {
  return `operator.${readFileSync(join(folder, "operator_key"), "utf8").trim()}`;
}

/** Returns the credential of a run, which is valid while the run is live. Throws file system errors. */
export function runToken(folder: string, runId: string | number): string {
  const key = readFileSync(join(folder, "run_key"), "utf8").trim();
  return `run.${runId}.${signRun(key, runId)}`;
}

function signRun(key: string, runId: string | number): string {
  return createHmac("sha256", key).update(`run:${runId}`).digest("hex");
}

/** The panel's side of the folder. */
export class AccessFolder {
  readonly #operatorKey: string;
  readonly #runKey: string;
  #socket: string | undefined;

  private constructor(readonly path: string) {
    this.#operatorKey = readKey(join(path, "operator_key"));
    this.#runKey = readKey(join(path, "run_key"));
  }

  /** Creates the folder and its keys. `isTrial`: nothing will listen on the socket. Throws file system errors. */
  static open(dataFolder: string, { isTrial = false } = {}): AccessFolder {
    const path = accessFolderOf(dataFolder);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const folder = new AccessFolder(path);
    if (isTrial) return folder;
    if (Buffer.byteLength(join(path, SOCKET)) > MAX_SOCKET_BYTES) folder.moveSocket();
    else rmSync(join(path, SOCKET_PATH), { force: true });
    return folder;
  }

  get socket(): string {
    return this.#socket ??= socketOf(this.path);
  }

  /** Places the socket in a private folder for temporary files, because it cannot be in the data folder. */
  moveSocket(): void {
    const known = readText(join(this.path, SOCKET_PATH));
    // Runs that are still alive know the path of before.
    if (known !== null && isPrivateFolder(dirname(known), Deno.uid())) return;
    const socket = join(mkdtempSync(join(tmpdir(), "sundial-")), SOCKET);
    writeAtomically(join(this.path, SOCKET_PATH), `${socket}\n`);
    this.#socket = socket;
  }

  /** Removes the socket of a panel that crashed. Only for the panel that has locked the data folder. */
  removeSocket(): void {
    rmSync(this.socket, { force: true });
  }

  /** Records that the panel listens on the socket. */
  announce(info: PanelInfo): void {
    chmodSync(this.socket, 0o600);
    writeAtomically(join(this.path, PANEL), `${JSON.stringify(info)}\n`);
  }

  /** Removes what `announce` has written, and the socket. */
  withdraw(): void {
    rmSync(join(this.path, PANEL), { force: true });
    this.removeSocket();
  }

  /** Returns whether a key is that of the command line. */
  isOperatorKey(key: string): boolean {
    return isSame(key, this.#operatorKey);
  }

  isRunSignature(runId: number, signature: string): boolean {
    return isSame(signature, signRun(this.#runKey, runId));
  }
}

function readKey(path: string): string {
  if (existsSync(path)) {
    chmodSync(path, 0o600);
    const key = readFileSync(path, "utf8").trim();
    if (new RegExp(`^[0-9a-f]{${2 * KEY_BYTES}}$`).test(key)) return key;
  }
  const fresh = randomBytes(KEY_BYTES).toString("hex");
  writeAtomically(path, `${fresh}\n`);
  return fresh;
}

// Not that of another user, who could replace the socket by one of their own. `mkdtemp` makes the folder 0700.
function isPrivateFolder(path: string, owner: number | null): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0;
}

function writeAtomically(path: string, text: string): void {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, text, { mode: 0o600, flag: "wx" });
  renameSync(`${path}.new`, path);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}

// Hashed first, so that neither length nor content can be measured.
function isSame(given: string, key: string): boolean {
  const [one, other] = [given, key].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(one!, other!);
}
