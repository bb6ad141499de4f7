// Variables out of the panel and into it.
import { AppError, refuseIf } from "../../../contract/app_error.ts";
import {
  type ImportedVariable,
  MASK,
  MOST_VARIABLES,
  type VariableExport,
  type VariableImport,
  type VariableImportAnswer,
} from "../../../contract/variables.ts";
import { Announcer } from "../../../engine/announce.ts";
import type { Tx } from "../../../engine/store.ts";
import type { VariablesOptions } from "../service.ts";
import type { Shelf } from "../shelf.ts";
import { findVariable, readVariables } from "../store.ts";
import { labelsOf, readValue, revealValue, tidyLabels } from "../variable_rows.ts";
import { VariableWriter } from "../variable_writer.ts";
import { planImport, type Planned } from "./plan_import.ts";
import { readEntries } from "./read_entries.ts";
import { writeEnv, writeJson } from "./write_env.ts";

/** How much of a value an import shows. */
const SHOWN = 200;

export class VariableTransfer {
  readonly #options: VariablesOptions;
  readonly #writer: VariableWriter;

  constructor(options: VariablesOptions) {
    this.#options = options;
    this.#writer = new VariableWriter(options);
  }

  /** Writes variables in their order. Throws `secret_key_wrong` when a secret that is asked for cannot be opened. */
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

  /** Takes the entries of a text in, or only says what would come of it. Throws `validation_failed` or `secret_key_wrong`. */
  async import(wish: VariableImport): Promise<VariableImportAnswer> {
    const { db, clock, bus, sealer } = this.#options;
    const entries = readEntries(wish.text, wish.format);
    if (entries === null) {
      throw new AppError("validation_failed", { count: 1 }, [{ path: "text", code: "invalid" }]);
    }
    const planned = await db.transaction().execute(async (tx) => {
      const known = (await readVariables(tx)).map((row) => ({
        ...{ id: row.id, name: row.name, value: readValue(row, sealer) },
      }));
      const planned = planImport(entries, known, wish.existing);
      if (!wish.preview) await this.#take(tx, planned, wish);
      return planned;
    });
    const answer = answerOf(planned, wish);
    if (!wish.preview && answer.added + answer.replaced > 0) new Announcer(bus, clock).variable(0, 0);
    return answer;
  }

  async #take(tx: Tx, planned: readonly Planned[], wish: VariableImport): Promise<void> {
    const shelf = await this.#writer.shelf(tx);
    const added = planned.filter(({ act }) => act === "added").length;
    const max = MOST_VARIABLES;
    refuseIf(shelf.size + added > max ? [{ path: "text", code: "too_many", params: { max } }] : []);
    for (const one of planned) await this.#takeOne(tx, shelf, one, wish);
  }

  async #takeOne(tx: Tx, shelf: Shelf, planned: Planned, wish: VariableImport): Promise<void> {
    const { entry: { input, says }, act, replaces } = planned;
    if (act === "skipped") return;
    try {
      if (replaces === null) {
        await this.#writer.add(tx, shelf, { ...input, ...additions(planned, wish) });
        return;
      }
      const row = await findVariable(tx, replaces);
      if (!row) throw new AppError("not_found");
      await this.#writer.amend(tx, shelf, row, {
        value: input.value,
        ...(says.remarks && { remarks: input.remarks }),
        ...(says.labels && { labels: input.labels }),
        ...(says.enabled && { enabled: input.enabled }),
        ...((input.secret || wish.secret) && { secret: true }),
      });
    } catch (fault) {
      throw fault instanceof AppError ? atText(fault) : fault;
    }
  }
}

function additions({ entry: { input } }: Planned, { secret, labels }: VariableImport) {
  return { secret: input.secret || secret, labels: tidyLabels([...input.labels, ...labels]) };
}

// All of it is one text to whoever sent it.
function atText(fault: AppError): AppError {
  return new AppError(fault.code, fault.params, fault.issues.map((issue) => ({ ...issue, path: "text" })));
}

function answerOf(planned: readonly Planned[], wish: VariableImport): VariableImportAnswer {
  const count = (act: Planned["act"]) => planned.filter((one) => one.act === act).length;
  return {
    items: planned.map((one) => show(one, wish)),
    ...{ added: count("added"), replaced: count("replaced"), skipped: count("skipped") },
  };
}

function show(planned: Planned, wish: VariableImport): ImportedVariable {
  const { entry: { place, input, reason }, state, act } = planned;
  const { secret, labels } = act === "added" ? additions(planned, wish) : input;
  return {
    ...{ place, name: input.name, remarks: input.remarks, labels, secret, enabled: input.enabled },
    value: secret ? MASK : input.value.slice(0, SHOWN),
    ...{ state, act, reason },
  };
}
