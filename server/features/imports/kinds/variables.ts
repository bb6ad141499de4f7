import { parse } from "../../../contract/parsed.ts";
import { variableInput } from "../../../contract/variables.ts";
import type { Variables } from "../../variables/service.ts";
import type { VariableChecks } from "../../variables/transfer/variable_checks.ts";
import type { ImportedVariable, ItemNote } from "../import_content.ts";
import { stillHeld } from "../import_marks.ts";
import {
  createTogetherOrEach,
  type ImportContext,
  type KindImporter,
  type Outcome,
  rejectedFor,
  schemaIssues,
} from "./kind_importer.ts";

interface NewVariable {
  item: ImportedVariable;
  index: number;
}

export class VariableImporter implements KindImporter<"variables"> {
  constructor(
    private readonly context: ImportContext,
    private readonly variables: Variables,
    private readonly checks: VariableChecks,
  ) {}

  async take(items: readonly ImportedVariable[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const added: NewVariable[] = [];
    const confirmed = new Map<number, string>();
    for (const [index, item] of items.entries()) {
      const mark = this.context.marks.find("variables", item.key);
      if (mark?.held && this.context.enable && this.context.write) confirmed.set(mark.targetId, item.key);
      outcomes.push(await this.#examine(item, index, added));
    }
    await this.#confirm(confirmed);
    if (this.context.write && added.length > 0) {
      await createTogetherOrEach(added, (items) => this.#create(items), outcomes);
    }
    return outcomes;
  }

  async #examine(item: ImportedVariable, index: number, added: NewVariable[]): Promise<Outcome> {
    const { marks, write, enable } = this.context;
    const { input, key, notes = [] } = item;
    const target = input.name;
    const mark = marks.find("variables", key);
    if (mark) {
      // Waits for the confirmation of this import from now on.
      if (mark.held && write && !enable) await marks.put("variables", key, mark);
      return { state: "unchanged", target, notes: [] };
    }
    const issues = schemaIssues(variableInput, input);
    if (issues.length > 0) return rejectedFor(issues);
    const twin = this.checks.find(input);
    if (twin !== null) {
      if (write && twin > 0) await marks.put("variables", key, { targetId: twin, held: false });
      return { state: "unchanged", target, notes: [] };
    }
    const more = this.checks.accept(input);
    if (more.length > 0) return rejectedFor(more);
    added.push({ item, index });
    const held: ItemNote[] = this.#isHeld(item) ? [{ note: "disabled_until_confirmed" }] : [];
    return { state: "created", target, notes: [...notes, ...held] };
  }

  #isHeld({ input }: ImportedVariable): boolean {
    return !this.context.enable && input.enabled !== false;
  }

  async #confirm(keys: ReadonlyMap<number, string>): Promise<void> {
    if (keys.size === 0) return;
    const { db, marks } = this.context;
    await this.variables.enable(await stillHeld(db, "variable", [...keys.keys()]), true);
    await db.transaction().execute(async (tx) => {
      for (const [targetId, key] of keys) await marks.put("variables", key, { targetId, held: false }, tx);
    });
  }

  async #create(added: readonly NewVariable[]): Promise<void> {
    const inputs = added.map(({ item }) =>
      parse(variableInput, this.#isHeld(item) ? { ...item.input, enabled: false } : item.input)
    );
    const created = await this.variables.create(inputs, () => "");
    const { db, marks } = this.context;
    await db.transaction().execute(async (tx) => {
      for (const [index, { id }] of created.entries()) {
        const item = added[index]?.item;
        if (item) await marks.put("variables", item.key, { targetId: id, held: this.#isHeld(item) }, tx);
      }
    });
  }
}
