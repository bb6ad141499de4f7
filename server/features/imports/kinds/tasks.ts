import { bareSchedules, ruleOf } from "../../../contract/task_rules.ts";
import { type TaskInput, taskInput } from "../../../contract/tasks.ts";
import { parse } from "../../../contract/parsed.ts";
import type { Tx } from "../../../engine/store.ts";
import type { Tasks } from "../../tasks/service.ts";
import { taskIssues } from "../../tasks/task_rules.ts";
import type { ImportedTask, ItemNote } from "../import_content.ts";
import { stillHeld } from "../import_marks.ts";
import {
  createTogetherOrEach,
  type ImportContext,
  type KindImporter,
  type Outcome,
  rejectedFor,
  schemaIssues,
  subscriptionMissing,
} from "./kind_importer.ts";

/** A task works without these, so a value that is not possible here is left out. */
const droppable = ["logFolder", "workingDirectory", "timeZone"] as const;

interface NewTask {
  item: ImportedTask;
  input: TaskInput;
  outcome: { state: "created"; target: string; notes: ItemNote[] };
  index: number;
}

export class TaskImporter implements KindImporter<"tasks"> {
  /** Existing tasks by what they run, when and under which name; negative for those of this import without `write`. */
  readonly #known: Map<string, number>;

  private constructor(
    private readonly context: ImportContext,
    private readonly tasks: Tasks,
    known: Map<string, number>,
  ) {
    this.#known = known;
  }

  static async open(context: ImportContext, tasks: Tasks): Promise<TaskImporter> {
    const rows = await context.db.selectFrom("task").select(["id", "name", "command", "schedules_json"])
      .execute();
    const known = rows.map(({ id, name, command, schedules_json }): [string, number] => [
      JSON.stringify([name, command, schedules_json]),
      id,
    ]);
    return new TaskImporter(context, tasks, new Map(known));
  }

  async take(items: readonly ImportedTask[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const added: NewTask[] = [];
    const confirmed: ImportedTask[] = [];
    for (const [index, item] of items.entries()) {
      const outcome = await this.#examine(item, index, added, confirmed);
      outcomes.push(outcome);
    }
    if (!this.context.write) return outcomes;
    await this.#confirm(confirmed);
    if (added.length > 0) await createTogetherOrEach(added, (items) => this.#create(items), outcomes);
    return outcomes;
  }

  async #examine(
    item: ImportedTask,
    index: number,
    added: NewTask[],
    confirmed: ImportedTask[],
  ): Promise<Outcome> {
    const { marks, write, enable } = this.context;
    const target = targetOf(item.input);
    const mark = marks.find("tasks", item.key);
    const twin = this.#known.get(twinKey(item.input));
    if (mark || twin !== undefined) {
      if (!mark && write) await marks.put("tasks", item.key, { targetId: twin ?? 0, held: false });
      if (mark?.held && enable) confirmed.push(item);
      // Waits for the confirmation of this import from now on.
      else if (mark?.held && write) await marks.put("tasks", item.key, mark);
      return { state: "unchanged", target, notes: [] };
    }
    const notes = [...item.notes ?? []];
    if (item.subscription && !this.context.subscriptionIds.has(item.subscription)) {
      notes.push(subscriptionMissing);
    }
    const input = { ...item.input };
    if (input.timeZone === this.context.zone) delete input.timeZone;
    let issues = [...schemaIssues(taskInput, input), ...taskIssues(input, null, this.context)];
    for (const field of droppable) {
      if (!issues.some(({ path }) => path === field)) continue;
      notes.push({ note: "field_dropped", params: { field, value: String(input[field]) } });
      delete input[field];
      issues = issues.filter(({ path }) => path !== field);
    }
    const others = issues.filter(({ code }) => code !== "contains_task_command");
    if (others.length < issues.length) notes.push({ note: "hook_runs_task" });
    if (others.length > 0) return rejectedFor(others);
    this.#known.set(twinKey(item.input), -1);
    const outcome = { state: "created" as const, target, notes };
    added.push({ item, input, outcome, index });
    return outcome;
  }

  async #create(added: readonly NewTask[]): Promise<void> {
    const { enable } = this.context;
    const held = added.map(({ input }) => !enable && input.enabled !== false);
    const inputs = added.map(({ input }, index) =>
      parse(taskInput, held[index] ? { ...input, enabled: false } : input)
    );
    const within = async (tx: Tx, ids: readonly number[]) => {
      for (const [index, { item }] of added.entries()) {
        await this.#complete(tx, item, { targetId: ids[index] ?? 0, held: held[index] ?? false });
      }
    };
    await this.tasks.createSeveral(inputs, { within, accepts: ["contains_task_command"] });
    for (const [index, { outcome }] of added.entries()) {
      if (held[index]) outcome.notes.push({ note: "disabled_until_confirmed" });
    }
  }

  async #complete(tx: Tx, item: ImportedTask, mark: { targetId: number; held: boolean }): Promise<void> {
    const { marks, subscriptionIds } = this.context;
    const subscription = item.subscription ? subscriptionIds.get(item.subscription) : undefined;
    const columns = {
      ...(item.pinned && { pinned: 1 as const }),
      ...(subscription !== undefined && { subscription_id: subscription }),
    };
    if (Object.keys(columns).length > 0) {
      await tx.updateTable("task").set(columns).where("id", "=", mark.targetId).execute();
    }
    await marks.put("tasks", item.key, mark, tx);
  }

  // Enables what waited for it; a person who has switched or rescheduled a task since has decided otherwise.
  async #confirm(items: readonly ImportedTask[]): Promise<void> {
    if (items.length === 0) return;
    const { db, marks } = this.context;
    const ids = new Map(items.map((item) => [marks.find("tasks", item.key)?.targetId ?? 0, item]));
    const held = await stillHeld(db, "task", [...ids.keys()]);
    if (held.length > 0) await this.tasks.enableSeveral(held);
    await db.transaction().execute(async (tx) => {
      for (const [targetId, { key }] of ids) await marks.put("tasks", key, { targetId, held: false }, tx);
    });
  }
}

function twinKey({ name, command, schedules }: TaskInput): string {
  return JSON.stringify([name.trim(), command.trim(), JSON.stringify(bareSchedules(schedules))]);
}

function targetOf({ schedules }: TaskInput): string {
  return Array.isArray(schedules) ? schedules.map(ruleOf).join("; ") : schedules;
}
