// Which tasks get a variable: those that get all, and those that name a label it has.
import type { List } from "../../contract/shapes.ts";
import type { VariableTask } from "../../contract/variables.ts";
import type { Database } from "../../engine/store.ts";

/** The ways in which tasks choose their variables, each with how many tasks choose so. */
export class TaskChoices {
  readonly #choices: { json: string | null; labels: string[] | null; tasks: number }[];

  private constructor(choices: { json: string | null; tasks: number }[]) {
    this.#choices = choices.map((one) => ({ ...one, labels: readLabels(one.json) }));
  }

  /** Reads how the tasks choose. */
  static async read(db: Database): Promise<TaskChoices> {
    const rows = await db.selectFrom("task").select("variable_labels_json as json")
      .select(({ fn }) => fn.countAll().as("tasks")).groupBy("variable_labels_json").execute();
    return new TaskChoices(rows.map(({ json, tasks }) => ({ json, tasks: Number(tasks) })));
  }

  /** Counts the tasks that get a variable with these labels. */
  count(labels: readonly string[]): number {
    return this.#fitting(labels).reduce((sum, { tasks }) => sum + tasks, 0);
  }

  /** Reads one page of the tasks that get a variable with these labels, by name. */
  async list(
    db: Database,
    labels: readonly string[],
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<List<VariableTask>> {
    const chosen = this.#fitting(labels).flatMap(({ json }) => json ?? []);
    const rows = await db.selectFrom("task").select(["id", "name", "enabled", "variable_labels_json as json"])
      .where((where) =>
        where.or([
          where("variable_labels_json", "is", null),
          ...(chosen.length > 0 ? [where("variable_labels_json", "in", chosen)] : []),
        ])
      ).orderBy("name").orderBy("id").limit(pageSize).offset((page - 1) * pageSize).execute();
    const items = rows.map(({ id, name, enabled, json }) => ({
      ...{ id, name, enabled: enabled === 1 },
      byLabel: readLabels(json)?.filter((label) => labels.includes(label)) ?? null,
    }));
    return { items, total: this.count(labels), page, pageSize };
  }

  #fitting(labels: readonly string[]) {
    return this.#choices.filter((choice) =>
      choice.labels === null || choice.labels.some((label) => labels.includes(label))
    );
  }
}

function readLabels(json: string | null): string[] | null {
  // Written by the task's service through the contract's schema.
  return json === null ? null : JSON.parse(json) as string[];
}
