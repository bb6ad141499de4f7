// Exports and imports variables.
import { AppError, refuseIf } from "../../../contract/app_error.ts";
import {
  type ImportedVariable,
  MASK,
  MAX_VARIABLES,
  type VariableExport,
  type VariableImport,
  type VariableImportResult,
} from "../../../contract/variables.ts";
import { Announcer } from "../../../engine/announce.ts";
import type { Tx } from "../../../engine/store.ts";
import type { VariablesOptions } from "../service.ts";
import type { VariableStore } from "../variable_store.ts";
import { findVariable, readVariables } from "../store.ts";
import { labelsOf, readValue, revealValue, tidyLabels } from "../variable_rows.ts";
import { VariableWriter } from "../variable_writer.ts";
import { planImport, type Planned } from "./plan_import.ts";
import { readEntries } from "./read_entries.ts";
import { writeEnv, writeJson } from "./write_env.ts";

/** Maximum length of a value in the preview of an import. */
const REVEALED = 200;

export class VariableTransfer {
  readonly #options: VariablesOptions;
  readonly #writer: VariableWriter;

  constructor(options: VariablesOptions) {
    this.#options = options;
    this.#writer = new VariableWriter(options);
  }

  /** Exports variables in order. Throws `secret_key_wrong` if a requested secret cannot be decrypted. */
  async export({ format, secrets, ids }: VariableExport): Promise<string> {
    const { db, sealer } = this.#options;
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
    const { db, clock, bus, sealer } = this.#options;
    const entries = readEntries(request.text, request.format);
    if (entries === null) {
      throw new AppError("validation_failed", { count: 1 }, [{ path: "text", code: "invalid" }]);
    }
    const planned = await db.transaction().execute(async (tx) => {
      const known = (await readVariables(tx)).map((row) => ({
        ...{ id: row.id, name: row.name, value: readValue(row, sealer) },
      }));
      const planned = planImport(entries, known, request.existing);
      if (!request.preview) await this.#take(tx, planned, request);
      return planned;
    });
    const result = resultOf(planned, request);
    if (!request.preview && result.added + result.replaced > 0) new Announcer(bus, clock).variable(0, 0);
    return result;
  }

  async #take(tx: Tx, planned: readonly Planned[], request: VariableImport): Promise<void> {
    const store = await this.#writer.store(tx);
    const added = planned.filter(({ act: action }) => action === "added").length;
    const max = MAX_VARIABLES;
    refuseIf(store.size + added > max ? [{ path: "text", code: "too_many", params: { max } }] : []);
    for (const one of planned) await this.#takeOne(tx, store, one, request);
  }

  async #takeOne(tx: Tx, store: VariableStore, planned: Planned, request: VariableImport): Promise<void> {
    const { entry: { input, says }, act: action, replaces } = planned;
    if (action === "skipped") return;
    try {
      if (replaces === null) {
        await this.#writer.add(tx, store, { ...input, ...additions(planned, request) });
        return;
      }
      const row = await findVariable(tx, replaces);
      if (!row) throw new AppError("not_found");
      await this.#writer.amend(tx, store, row, {
        value: input.value,
        ...(says.remarks && { remarks: input.remarks }),
        ...(says.labels && { labels: input.labels }),
        ...(says.enabled && { enabled: input.enabled }),
        ...((input.secret || request.secret) && { secret: true }),
      });
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
    ...{ added: count("added"), replaced: count("replaced"), skipped: count("skipped") },
  };
}

function show(planned: Planned, request: VariableImport): ImportedVariable {
  const { entry: { location: index, input, reason }, state, act: action } = planned;
  const { secret, labels } = action === "added" ? additions(planned, request) : input;
  return {
    ...{ place: index, name: input.name, remarks: input.remarks, labels, secret, enabled: input.enabled },
    value: secret ? MASK : input.value.slice(0, REVEALED),
    ...{ state, act: action, reason },
  };
}
