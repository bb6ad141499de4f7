// What a run leaves for the tasks after it: read before its end is recorded, and stored in the same transaction.
import { Buffer } from "node:buffer";
import { flowLimits } from "../../../contract/limits/flows.ts";
import type { RunOutputs } from "../../../engine/run_type.ts";
import type { RunRow } from "../../../engine/store.ts";
import { Masker } from "../../../platform/masking/masker.ts";
import { secretForms } from "../../../platform/masking/secret_forms.ts";
import { type Sealer, SealError } from "../../../platform/seal.ts";
import type { OutputFolders } from "./output_folders.ts";
import { type OutputRefusal, outputsUnused } from "./output_messages.ts";
import { parseOutputs } from "./parse_outputs.ts";

export interface OutputContext {
  folders: OutputFolders;
  /** How many bytes the files of a run may have. */
  maxBytes(): number;
}

/** Outputs as they are, and the secrets in them, which are masked wherever they are used. */
export interface OutputsWithSecrets {
  values: Record<string, string>;
  secrets: readonly string[];
}

/** Between values while they are masked; no value contains it. */
const BETWEEN = "\0";
const HIDDEN = "***";

type Secrets = readonly string[] | null;

/** Reads what a run that has ended leaves. `known` are the secrets it knew; null if nobody can say, so that nothing is shown. */
export async function collectOutputs(
  { id, task_id, item }: Pick<RunRow, "id" | "task_id" | "item">,
  known: readonly string[] | (() => Promise<Secrets>),
  { folders, maxBytes, sealer }: OutputContext & { sealer: Sealer },
): Promise<RunOutputs> {
  const found = await read(id, folders, maxBytes());
  const hasValues = !("code" in found) && found.values.size > 0;
  const secrets = typeof known !== "function" ? known : hasValues ? await known() : [];
  const row = "code" in found ? found : rowOf(found.values, secrets, sealer);
  const problem = "code" in row ? row : null;
  const files = "code" in found || problem ? 0 : found.files;
  return {
    problem: problem && outputsUnused(problem),
    async store(tx) {
      if (task_id === null || "code" in row || (row.values_json === "{}" && files === 0)) return;
      const { sizes, ...stored } = row;
      const sizes_json = item === null ? null : JSON.stringify(sizes);
      await tx.insertInto("run_output").values({ run_id: id, task_id, files, sizes_json, ...stored })
        .execute();
    },
    release: () => folders.release(id, { hasFiles: files > 0 }),
  };
}

async function read(
  id: number,
  folders: OutputFolders,
  max: number,
): Promise<{ values: Map<string, string>; files: number } | OutputRefusal> {
  try {
    const bytes = await folders.read(id);
    const values = bytes === null ? new Map<string, string>() : parseOutputs(bytes);
    if ("code" in values) return values;
    const { files, entries, bytes: size } = await folders.measure(id);
    if (entries > flowLimits.outputFiles) return { code: "too_many_files" };
    return size > max ? { code: "too_large", max } : { values, files };
  } catch {
    // Such as a folder or a pipe at the path of the file.
    return { code: "unreadable" };
  }
}

function rowOf(
  values: ReadonlyMap<string, string>,
  secrets: Secrets,
  sealer: Sealer,
): { values_json: string; sealed: string | null; sizes: Record<string, number> } | OutputRefusal {
  const plain = JSON.stringify(Object.fromEntries(values));
  const entries = secrets === null ? hidden(values) : masked(values, secrets);
  const visible = JSON.stringify(Object.fromEntries(entries));
  const bytes = [...values.values()].map((text) => Buffer.byteLength(text));
  const sizes = Object.fromEntries(entries.map(([key], index) => [key, bytes[index] ?? 0]));
  if (visible === plain) return { values_json: plain, sealed: null, sizes };
  const stored: OutputsWithSecrets = {
    values: Object.fromEntries(values),
    secrets: secrets === null ? [...values.values()] : secretsIn([...values].flat().join(BETWEEN), secrets),
  };
  try {
    return { sizes, values_json: visible, sealed: sealer.seal(JSON.stringify(stored), "run") };
  } catch (error) {
    if (error instanceof SealError) return { code: "locked" };
    throw error;
  }
}

function hidden(values: ReadonlyMap<string, string>): [string, string][] {
  return [...values.keys()].map((key) => [key, HIDDEN]);
}

function masked(values: ReadonlyMap<string, string>, secrets: readonly string[]): [string, string][] {
  if (values.size === 0 || secrets.length === 0) return [...values];
  const masker = new Masker(secrets.flatMap(secretForms));
  const text = new TextEncoder().encode([...values].flat().join(BETWEEN));
  const bytes = [...masker.push(text).map((part) => part.slice()), ...masker.end()];
  const parts = Buffer.concat(bytes).toString("utf8").split(BETWEEN);
  return [...values].map((_, index) => [parts[2 * index] ?? HIDDEN, parts[2 * index + 1] ?? HIDDEN]);
}

/** Returns a text as it may be shown: only whether it contains one of these secrets matters. */
export function maskedName(text: string, secrets: readonly string[]): string {
  return secretsIn(text, secrets).length > 0 ? HIDDEN : text;
}

function secretsIn(text: string, secrets: readonly string[]): string[] {
  const bytes = Buffer.from(text);
  return secrets.filter((secret) => secretForms(secret).some((form) => bytes.includes(form)));
}
