// Shows violations of the rules on imports and names in the editor, at the line that breaks them. The same rules are tests
// (architecture_test.ts); `deno lint` runs them through this plugin, one import or declaration at a time.

import { relative } from "node:path";
import { root } from "./read_tree.ts";
import type { Rule } from "./rule.ts";
import { contractPackagesRule } from "./rules/contract.ts";
import { layerRule, sidewaysRule } from "./rules/layers.ts";
import { zodRule } from "./rules/start.ts";
import { vocabularyRule } from "./rules/vocabulary.ts";

/** Reports violations of the rules by a file that contains a single statement. */
function report(
  context: Deno.lint.RuleContext,
  node: Deno.lint.Node,
  source: string,
  rules: readonly Rule[],
) {
  const path = relative(root, context.filename).replaceAll("\\", "/");
  const file = new Map([[path, source]]);
  for (const rule of rules) {
    for (const issue of rule.find(file)) {
      context.report({ node, message: issue.slice(`${path}: `.length), hint: rule.says });
    }
  }
}

const importRules = [layerRule, sidewaysRule, contractPackagesRule, zodRule];

const imports: Deno.lint.Rule = {
  create(context) {
    const check = (node: Deno.lint.Node) =>
      report(context, node, context.sourceCode.getText(node), importRules);
    return {
      ImportDeclaration: check,
      ExportAllDeclaration: check,
      "ExportNamedDeclaration[source]": check,
      ImportExpression: check,
    };
  },
};

const names: Deno.lint.Rule = {
  create(context) {
    const check = (kind: string, id: Deno.lint.Node | null) => {
      if (id?.type === "Identifier") report(context, id, `${kind} ${id.name}`, [vocabularyRule]);
    };
    return {
      FunctionDeclaration: ({ id }) => check("function", id),
      ClassDeclaration: ({ id }) => check("class", id),
      TSInterfaceDeclaration: ({ id }) => check("interface", id),
      TSTypeAliasDeclaration: ({ id }) => check("type", id),
      VariableDeclarator: ({ id }) => check("const", id),
    };
  },
};

const plugin: Deno.lint.Plugin = { name: "architecture", rules: { imports, names } };

export default plugin;
