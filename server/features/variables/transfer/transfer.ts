// Exports and imports variables.
import { AppError, refuseIf } from "../../../contract/app_error.ts";
import { parse } from "../../../contract/parsed.ts";
import {
  type ImportedVariable,
  MASK,
  MAX_VARIABLES,
  type VariableExport,
  type VariableImport,
  type VariableImportResult,
  variableInput,
  variablePatch,
} from "../../../contract/variables.ts";
import { EventPublisher } from "../../../engine/bus.ts";
import type { Tx } from "../../../engine/store.ts";
import type { VariablesOptions } from "../service.ts";
import type { VariableStore } from "../variable_store.ts";
import { findVariable, readVariables } from "../store.ts";
import { labelsOf, readValue, revealValue, tidyLabels } from "../variable_rows.ts";
import { VariableWriter } from "../variable_writer.ts";
import { type Entry, readEntries } from "./read_entries.ts";

/** Maximum length of a value in the preview of an import. */
const REVEALED = 200;
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

export class VariableTransfer {
  readonly #writer: VariableWriter;

  constructor(private readonly options: VariablesOptions) {
    this.#writer = new VariableWriter(options);
  }

  /** Exports variables in order. Throws `secret_key_wrong` if a requested secret cannot be decrypted. */
  async export({ format, secrets, ids }: VariableExport): Promise<string> {
    const { db, sealer } = this.options;
    const rows = await readVariables(db);
    const wanted = ids && new Set(ids);
    const written = rows.filter(({ id }) => wanted?.has(id) ?? true).map((row) => ({
      name: row.name,
      value: row.secret === 0 ? row.value : secrets ? revealValue(row, sealer) : null,
      remarks: row.remarks,
      labels: labelsOf(row),
      enabled: row.enabled === 1,
      secret: row.secret === 1,
    }));
    return format === "json" ? writeJson(written) : writeEnv(written);
  }

  /**
   * Imports the entries of a text, or only previews the result. Throws `validation_failed` or
   * `secret_key_wrong`.
   */
  async import(request: VariableImport): Promise<VariableImportResult> {
    const { db, clock, bus, sealer } = this.options;
    const entries = readEntries(request.text, request.format);
    if (entries === null) {
      throw new AppError("validation_failed", { count: 1 }, [{ path: "text", code: "invalid" }]);
    }
    const planned = await db.transaction().execute(async (tx) => {
      const known = (await readVariables(tx)).map((row) => ({
        id: row.id,
        name: row.name,
        value: readValue(row, sealer),
      }));
      const planned = planImport(entries, known, request.existing);
      if (!request.preview) await this.#take(tx, planned, request);
      return planned;
    });
    const result = resultOf(planned, request);
    if (!request.preview && result.added + result.replaced > 0) {
      new EventPublisher(bus, clock).publish("variables", "variable:changed", 0, 0);
    }
    return result;
  }

  async #take(tx: Tx, planned: readonly Planned[], request: VariableImport): Promise<void> {
    const store = await this.#writer.store(tx);
    const added = planned.filter(({ act }) => act === "added").length;
    const max = MAX_VARIABLES;
    refuseIf(store.size + added > max ? [{ path: "text", code: "too_many", params: { max } }] : []);
    for (const one of planned) await this.#takeOne(tx, store, one, request);
  }

  async #takeOne(tx: Tx, store: VariableStore, planned: Planned, request: VariableImport): Promise<void> {
    const { entry: { input, says }, act, replaces } = planned;
    if (act === "skipped") return;
    try {
      if (replaces === null) {
        const added = parse(variableInput, { ...input, ...additions(planned, request) });
        await this.#writer.add(tx, store, added);
        return;
      }
      const row = await findVariable(tx, replaces);
      if (!row) throw new AppError("not_found");
      const patch = parse(variablePatch, {
        value: input.value,
        ...(says.remarks && { remarks: input.remarks }),
        ...(says.labels && { labels: input.labels }),
        ...(says.enabled && { enabled: input.enabled }),
        ...((input.secret || request.secret) && { secret: true }),
      });
      await this.#writer.amend(tx, store, row, patch);
    } catch (error) {
      throw error instanceof AppError ? atText(error) : error;
    }
  }
}

function additions({ entry: { input } }: Planned, { secret, labels }: VariableImport) {
  return { secret: input.secret || secret, labels: tidyLabels([...input.labels, ...labels]) };
}

// The client sent a single text, so all issues refer to it.
function atText(error: AppError): AppError {
  return new AppError(error.code, error.params, error.issues.map((issue) => ({ ...issue, path: "text" })));
}

function resultOf(planned: readonly Planned[], request: VariableImport): VariableImportResult {
  const count = (action: Planned["act"]) => planned.filter((one) => one.act === action).length;
  return {
    items: planned.map((one) => show(one, request)),
    added: count("added"),
    replaced: count("replaced"),
    skipped: count("skipped"),
  };
}

function show(planned: Planned, request: VariableImport): ImportedVariable {
  const { entry: { position, input, reason, note }, state, act } = planned;
  const { secret, labels } = act === "added" ? additions(planned, request) : input;
  return {
    place: position,
    name: input.name,
    remarks: input.remarks,
    labels,
    secret,
    enabled: input.enabled,
    value: secret ? MASK : input.value.slice(0, REVEALED),
    state,
    act,
    reason,
    note,
  };
}

// Plans an import before anything is changed.

/** An existing variable; its value is null if it cannot be decrypted. */
interface Known {
  id: number;
  name: string;
  value: string | null;
}

interface Planned {
  entry: Entry;
  state: ImportedVariable["state"];
  act: ImportedVariable["act"];
  /** Id of the variable that it replaces; null otherwise. */
  replaces: number | null;
}

/**
 * Plans an import. If a name exists, entries whose value exists too are duplicates and are skipped; the
 * others replace, in order, the existing variables that have no duplicate among the entries.
 */
export function planImport(
  entries: readonly Entry[],
  known: readonly Known[],
  existing: VariableImport["existing"],
): Planned[] {
  const names = Map.groupBy(known, ({ name }) => name);
  const free = new Map([...names].map(([name, all]) => [name, unmatched(all, entries)]));
  const taken = new Set(known.flatMap(({ name, value }) => value === null ? [] : key(name, value)));
  return entries.map((entry) => {
    const { name, value } = entry.input;
    if (entry.reason !== null) return skipped(entry, "refused");
    if (taken.has(key(name, value))) return skipped(entry, "same");
    const state = names.has(name) ? "changed" : "new";
    if (state === "changed" && existing === "skip") return skipped(entry, state);
    taken.add(key(name, value));
    const replaces = existing === "replace" ? free.get(name)?.shift()?.id ?? null : null;
    return { entry, state, act: replaces === null ? "added" : "replaced", replaces };
  });
}

function unmatched(known: readonly Known[], entries: readonly Entry[]): Known[] {
  const wanted = new Set(entries.map(({ input }) => key(input.name, input.value)));
  return known.filter(({ name, value }) => value === null || !wanted.has(key(name, value)));
}

function skipped(entry: Entry, state: ImportedVariable["state"]): Planned {
  return { entry, state, act: "skipped", replaces: null };
}

function key(name: string, value: string): string {
  return `${name}=${value}`;
}

/** One exported variable; its value is null if it is a secret that must stay hidden. */
export interface Written {
  name: string;
  value: string | null;
  remarks: string;
  labels: readonly string[];
  enabled: boolean;
  secret: boolean;
}

/** Formats variables as `.env` text. Disabled variables, and secrets without a value, become comments. */
export function writeEnv(variables: readonly Written[]): string {
  return variables.map(({ name, value, remarks, enabled }) => {
    const comment = remarks === "" ? "" : `${asComment(remarks)}\n`;
    if (value === null) return `${comment}# ${name}=${MASK}\n`;
    const line = `${name}=${quote(value)}`;
    return `${comment}${enabled ? line : asComment(line)}\n`;
  }).join("");
}

function asComment(text: string): string {
  return text.split(/\r\n|\r|\n/).map((line) => `# ${line}`).join("\n");
}

// Prefers single quotes, because no tool expands anything inside them. A carriage return would be read as a
// newline.
function quote(value: string): string {
  if (PLAIN.test(value)) return value;
  if (!/['\r]/.test(value)) return `'${value}'`;
  return `"${value.replace(/["\\$`]/g, "\\$&").replaceAll("\r", "\\r")}"`;
}

/** Formats variables as JSON, in the shape that an import reads. */
export function writeJson(variables: readonly Written[]): string {
  return `${JSON.stringify(variables, null, 2)}\n`;
}
