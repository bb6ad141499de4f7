// Determines which tasks get a variable: those that get all, and those that select one of its labels. If only
// the last variable of a name counts, a task gets the last of those it would get.
import type { List } from "../../contract/shapes.ts";
import type { JoinRule, VariableTask } from "../../contract/variables.ts";
import type { Database } from "../../engine/store.ts";
import { readNamed } from "./store.ts";
import { labelsOf } from "./variable_rows.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** A selection of variables and how many tasks use it; null selects all variables. */
interface Choice {
  json: string | null;
  labels: string[] | null;
  tasks: number;
}

interface Wanted {
  id: number;
  labels_json: string;
}

/** The tasks that get each variable, provided that it is enabled. */
export class VariableUsers {
  /** For variables of a name of which only the last counts: the selections that contain no later one. */
  readonly #left: ReadonlyMap<number, readonly Choice[]>;

  private constructor(
    private readonly choices: readonly Choice[],
    left: ReadonlyMap<number, readonly Choice[]>,
  ) {
    this.#left = left;
  }

  /** Reads the selections of the tasks and applies the rules. */
  static async read(db: Database, rules: ReadonlyMap<string, JoinRule>): Promise<VariableUsers> {
    const rows = await db.selectFrom("task").select("variable_labels_json as json")
      .select(({ fn }) => fn.countAll().as("tasks")).groupBy("variable_labels_json").execute();
    const choices = rows.map(({ json, tasks }) => ({ json, labels: readLabels(json), tasks: Number(tasks) }));
    const names = [...rules].filter(([, rule]) => rule === "last").map(([name]) => name);
    const left = new Map<number, readonly Choice[]>();
    if (names.length === 0) return new VariableUsers(choices, left);
    for (const all of Map.groupBy(await readNamed(db, names), ({ name }) => name).values()) {
      let open: readonly Choice[] = choices;
      for (const row of all.toReversed()) {
        const fitting = fittingOf(open, labelsOf(row));
        left.set(row.id, fitting);
        if (row.enabled === 1) open = open.filter((choice) => !fitting.includes(choice));
      }
    }
    return new VariableUsers(choices, left);
  }

  count(variable: Wanted): number {
    return this.#of(variable).reduce((sum, { tasks }) => sum + tasks, 0);
  }

  /** Returns one page of the tasks that get a variable, by name. */
  async list(
    db: Database,
    variable: Wanted,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<List<VariableTask>> {
    const choices = this.#of(variable);
    const total = this.count(variable);
    if (total === 0) return { items: [], total, page, pageSize };
    const labels = labelsOf(variable);
    const chosen = choices.flatMap(({ json }) => json ?? []);
    const rows = await db.selectFrom("task").select(["id", "name", "enabled", "variable_labels_json as json"])
      .where((where) =>
        where.or([
          ...(choices.some(({ json }) => json === null) ? [where("variable_labels_json", "is", null)] : []),
          ...(chosen.length > 0 ? [where("variable_labels_json", "in", chosen)] : []),
        ])
      ).orderBy("name").orderBy("id").limit(pageSize).offset((page - 1) * pageSize).execute();
    const items = rows.map(({ id, name, enabled, json }) => ({
      id,
      name,
      enabled: enabled === 1,
      byLabel: readLabels(json)?.filter((label) => labels.includes(label)) ?? null,
    }));
    return { items, total, page, pageSize };
  }

  #of(variable: Wanted): readonly Choice[] {
    return this.#left.get(variable.id) ?? fittingOf(this.choices, labelsOf(variable));
  }
}

function fittingOf(choices: readonly Choice[], labels: readonly string[]): readonly Choice[] {
  return choices.filter((choice) =>
    choice.labels === null || choice.labels.some((label) => labels.includes(label))
  );
}

function readLabels(json: string | null): string[] | null {
  return json === null ? null : storedJson<string[]>(json, []);
}
