// deno-lint-ignore-file no-console -- what a command says goes to its console
// Makes and signs what lies at the address of releases. A key pair first, once:
//   deno run -A tools/sign_release.ts --new-key release.key
// whose public half, `release.key.pub`, goes into the executables (`deno task compile --release-key release.key.pub`). Then, for each
// release:
//   deno run -A tools/sign_release.ts --key release.key --version 1.2.0 --notes-en en.md --notes-zh zh.md
//     --asset x86_64-unknown-linux-gnu=dist/sundial=https://example.org/sundial-1.2.0 [--image …] [--days 90] --output release.json

import { createHash, generateKeyPairSync } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type ReleaseAsset, type ReleaseManifest, signRelease } from "../server/platform/release/manifest.ts";

const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;

export interface SignOptions {
  key: string;
  version: string;
  notesEn: string;
  notesZh: string;
  /** `target=file=url`; a URL without a host is relative to that of the release. */
  assets: string[];
  image: string | null;
  days: number;
  output: string;
}

/**
 * Creates a key pair: the private key at `path`, readable by its owner only, the public key beside it. Throws when either
 * exists.
 */
export function makeKeyPair(path: string): void {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  // The last 32 bytes are the key; the bytes before identify its type.
  const bare = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  writeFileSync(path, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600, flag: "wx" });
  writeFileSync(`${path}.pub`, `${bare.toString("base64")}\n`, { flag: "wx" });
}

/**
 * Creates the manifest of a release, with the sizes and hashes of its files. Throws when a file cannot be
 * read.
 */
export function describeRelease(options: Omit<SignOptions, "key" | "output">, now: number): ReleaseManifest {
  return {
    version: options.version,
    releasedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + options.days * DAY_MS).toISOString(),
    notes: { en: readFileSync(options.notesEn, "utf8"), zh: readFileSync(options.notesZh, "utf8") },
    assets: Object.fromEntries(options.assets.map(describeAsset)),
    image: options.image,
  };
}

/** Parses the command line. Throws for unknown or missing options. */
export function readSignOptions(args: string[]): SignOptions | { newKey: string } {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ "new-key": text, key: text, version: text, "notes-en": text, "notes-zh": text, image: text },
      ...{ days: text, output: text, asset: { type: "string", multiple: true } as const },
    },
  });
  if (values["new-key"] !== undefined) return { newKey: values["new-key"] };
  const need = (name: "key" | "version" | "notes-en" | "notes-zh" | "output") => {
    const value = values[name];
    if (value === undefined) throw new Error(`--${name} is missing`);
    return value;
  };
  return {
    ...{ key: need("key"), version: need("version"), output: need("output") },
    ...{ notesEn: need("notes-en"), notesZh: need("notes-zh"), assets: values.asset ?? [] },
    ...{ image: values.image ?? null, days: Number(values.days ?? USUAL_DAYS) },
  };
}

function describeAsset(text: string): [string, ReleaseAsset] {
  const [target, file, ...rest] = text.split("=");
  const address = rest.join("=");
  if (!target || !file || !address) throw new Error(`--asset takes target=file=address, not ${text}`);
  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  return [target, { address, size: statSync(file).size, sha256 }];
}

if (import.meta.main) {
  try {
    const options = readSignOptions(Deno.args);
    if ("newKey" in options) {
      makeKeyPair(options.newKey);
      console.log(`Keep ${options.newKey} secret; build ${options.newKey}.pub into the executables`);
    } else {
      const signed = signRelease(describeRelease(options, Date.now()), readFileSync(options.key, "utf8"));
      writeFileSync(options.output, signed);
      console.log(`Wrote ${options.output}`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(1);
  }
}
