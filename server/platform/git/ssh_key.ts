// SSH private keys as users have them: inspected, and decrypted when protected by a passphrase, with the system's
// ssh-keygen, which supports every format. The passphrase goes to its standard input: never into a file, an argument or the
// environment.
import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { IssueCode } from "../../contract/issue_codes.ts";
import { trimEnd } from "../../contract/trim_end.ts";

/** Name prefix of the temporary folders in which keys are decrypted; leftovers are removed at the next start. */
export const KEY_PREFIX = "key-";
/** A key may request any number of KDF rounds. */
const MAX_MS = 20_000;
const MAX_OUTPUT = 2_000;
const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

export interface OpenedKey {
  text: string;
  /** Type as named by SSH, such as `ssh-ed25519`. */
  type: string;
  /** Fingerprint as printed by SSH: `SHA256:…`. */
  fingerprint: string;
}

/** Thrown when a key cannot be used. */
export class KeyError extends Error {
  override readonly name = "KeyError";

  constructor(readonly reason: "bad_key" | "needs_passphrase" | "wrong_passphrase" | "no_program") {
    super(reason);
  }
}

export function keyIssue({ reason }: KeyError): { path: "privateKey" | "passphrase"; code: IssueCode } {
  switch (reason) {
    case "bad_key":
      return { path: "privateKey", code: "bad_private_key" };
    case "needs_passphrase":
      return { path: "privateKey", code: "private_key_has_passphrase" };
    case "wrong_passphrase":
      return { path: "passphrase", code: "wrong_passphrase" };
    case "no_program":
      return { path: "privateKey", code: "no_ssh" };
  }
  return reason satisfies never;
}

export interface LockedKey {
  text: string;
  /** Null when there is none; ignored for a key that is not encrypted. */
  passphrase: string | null;
  /** Private folder for a temporary file while ssh-keygen works on it. */
  folder: string;
}

/** Decrypts a key. Throws `KeyError`, and file system errors. */
export async function openPrivateKey({ text, passphrase, folder }: LockedKey): Promise<OpenedKey> {
  const clean = `${text.replace(/\r\n?/g, "\n").trim()}\n`;
  const isLocked = lockOf(clean);
  if (isLocked && !passphrase) throw new KeyError("needs_passphrase");
  if (!hasKeygen()) throw new KeyError("no_program");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await mkdtemp(join(folder, KEY_PREFIX));
  try {
    await chmod(path, 0o700);
    const file = join(path, "key");
    await writeFile(file, clean, { mode: 0o600 });
    if (isLocked) await unlock(file, passphrase ?? "");
    const { code, output } = await keygen(["-y", "-f", file], "");
    const [type = "", key = ""] = output.split(" ");
    if (code !== 0 || key === "") throw new KeyError("bad_key");
    return { text: await readFile(file, "utf8"), type, fingerprint: fingerprint(key) };
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Returns the fingerprint of a public key (base64), as ssh-keygen prints it. */
export function fingerprint(key: string): string {
  const hash = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
  return `SHA256:${trimEnd(hash, "=")}`;
}

// Throws when the text does not look like a key.
function lockOf(text: string): boolean {
  const [, kind, body = ""] = /^-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^]+?)-----END/.exec(text) ?? [];
  if (kind === undefined) throw new KeyError("bad_key");
  // An OpenSSH key begins with its format and the unencrypted name of its cipher (PROTOCOL.key): `none` when there is no
  // passphrase.
  const bytes = Buffer.from(body.replace(/\s/g, ""), "base64");
  const isOpenSsh = kind.startsWith("OPENSSH");
  if (isOpenSsh && !bytes.toString("latin1").startsWith("openssh-key-v1\0")) throw new KeyError("bad_key");
  return /^Proc-Type:.*ENCRYPTED/m.test(body) || kind.includes("ENCRYPTED") ||
    (isOpenSsh && bytes.subarray(19, 23).toString("latin1") !== "none");
}

async function unlock(file: string, passphrase: string): Promise<void> {
  const { code, output } = await keygen(["-q", "-p", "-N", "", "-f", file], `${passphrase}\n`);
  if (code === 0) return;
  throw new KeyError(/incorrect passphrase/i.test(output) ? "wrong_passphrase" : "bad_key");
}

function keygen(args: readonly string[], input: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("ssh-keygen", args, {
      // Nothing else from the panel's environment: it must find no program to prompt for a passphrase.
      env: { PATH: path(), LC_ALL: "C" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let output = "";
    const listen = (text: string) => output = (output + text).slice(-MAX_OUTPUT);
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    const late = setTimeout(() => child.kill("SIGKILL"), MAX_MS);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(late);
      resolve({ code, output });
    });
    // It may exit without having asked.
    child.stdin.on("error", () => {}).end(input);
  });
}

function hasKeygen(): boolean {
  return path().split(delimiter).some((folder) => existsSync(join(folder, "ssh-keygen")));
}

function path(): string {
  return Deno.env.get("PATH") ?? USUAL_PATH;
}
