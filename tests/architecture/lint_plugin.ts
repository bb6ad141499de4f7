// Shows violations of the rules on imports and names in the editor, at the line that breaks them. The same rules are tests
// (architecture_test.ts); `deno lint` runs them through this plugin, one import or declaration at a time.

import { relative } from "node:path";
import { findBacktracking } from "./expressions/find_backtracking.ts";
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

/** Shipped code reads text of others; what builds the page reads only the project's own. */
const reading = /^(?:server|web(?!\/build\/))\/(?!.*_test\.tsx?$)/;

const expressions: Deno.lint.Rule = {
  create(context) {
    if (!reading.test(relative(root, context.filename).replaceAll("\\", "/"))) return {};
    return {
      Literal(node) {
        const { regex } = node as Partial<Deno.lint.RegExpLiteral>;
        const growth = regex ? findBacktracking(regex.pattern, regex.flags) : null;
        if (growth === null) return;
        context.report({
          node,
          message: `takes ${growth} time for some texts that it does not match`,
          hint:
            "Write it so that two repetitions in it never match the same text, or read the text by hand. " +
            "Where the text has a small limit, say which in a deno-lint-ignore comment.",
        });
      },
    };
  },
};

const plugin: Deno.lint.Plugin = { name: "architecture", rules: { imports, names, expressions } };

export default plugin;
