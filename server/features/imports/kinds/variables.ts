import { parse } from "../../../contract/parsed.ts";
import { variableInput } from "../../../contract/variables.ts";
import type { Variables } from "../../variables/service.ts";
import type { VariableChecks } from "../../variables/transfer/variable_checks.ts";
import type { ImportedVariable } from "../import_content.ts";
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
  readonly #context: ImportContext;
  readonly #variables: Variables;
  readonly #checks: VariableChecks;

  constructor(context: ImportContext, variables: Variables, checks: VariableChecks) {
    this.#context = context;
    this.#variables = variables;
    this.#checks = checks;
  }

  async take(items: readonly ImportedVariable[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const added: NewVariable[] = [];
    for (const [index, item] of items.entries()) outcomes.push(await this.#examine(item, index, added));
    if (this.#context.write && added.length > 0) {
      await createTogetherOrEach(added, (items) => this.#create(items), outcomes);
    }
    return outcomes;
  }

  async #examine(item: ImportedVariable, index: number, added: NewVariable[]): Promise<Outcome> {
    const { marks, write } = this.#context;
    const { input, key, notes = [] } = item;
    const target = input.name;
    if (marks.find("variables", key)) return { state: "unchanged", target, notes: [] };
    const issues = schemaIssues(variableInput, input);
    if (issues.length > 0) return rejectedFor(issues);
    const twin = this.#checks.find(input);
    if (twin !== null) {
      if (write && twin > 0) await marks.put("variables", key, { targetId: twin, held: false });
      return { state: "unchanged", target, notes: [] };
    }
    const more = this.#checks.accept(input);
    if (more.length > 0) return rejectedFor(more);
    added.push({ item, index });
    return { state: "created", target, notes: [...notes] };
  }

  async #create(added: readonly NewVariable[]): Promise<void> {
    const created = await this.#variables.create(
      added.map(({ item }) => parse(variableInput, item.input)),
      () => "",
    );
    const { db, marks } = this.#context;
    await db.transaction().execute(async (tx) => {
      for (const [index, { id }] of created.entries()) {
        await marks.put("variables", added[index]?.item.key ?? "", { targetId: id, held: false }, tx);
      }
    });
  }
}
