// Every action that is written to the audit log has a message in both languages.
import assert from "node:assert/strict";
import { namesOfAction } from "../../web/features/audit/audit_entries.tsx";
import { actionNames as enNames, modules as enModules } from "../../web/messages/en/audit.ts";
import { actionNames as zhNames, modules as zhModules } from "../../web/messages/zh/audit.ts";
import { readTree } from "../architecture/read_tree.ts";
import { TestPanel } from "../support/test_panel.ts";

const messages: Record<string, { modules: object; actionNames: object }> = {
  en: { modules: enModules, actionNames: enNames },
  zh: { modules: zhModules, actionNames: zhNames },
};

function withoutMessages(actions: readonly string[]): string[] {
  return Object.entries(messages).flatMap(([language, { modules, actionNames }]) =>
    actions.filter((action) => {
      const { module, name } = namesOfAction(action);
      return !Object.hasOwn(modules, module) || !Object.hasOwn(actionNames, name);
    }).map((action) => `${action} in ${language}`)
  );
}

Deno.test("audit messages: every route that changes something has a module and an action name", async () => {
  await using panel = await TestPanel.open();
  const { paths } = await panel.request("GET", "/openapi.json", { headers: await panel.logIn() });
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  const actions = operations.flatMap((operation) => operation["x-audit"] ?? []) as string[];
  assert.ok(actions.length > 70, `${actions.length} acts`);
  assert.deepEqual(withoutMessages(actions), []);
});

Deno.test("audit messages: the panel's own entries have names too", async () => {
  const sources = [...await readTree()].filter(([path]) =>
    /^server\/.*\.ts$/.test(path) && !/_test\.ts$/.test(path)
  );
  const actions = sources.flatMap(([, text]) =>
    [...text.matchAll(/(?:\bact: |_ACTION = )"([a-z-]+\.[a-z._-]+)"/g)].map((match) => match[1]!)
  );
  for (const known of ["login.succeeded", "applications.token", "audit-log.cut"]) {
    assert.ok(actions.includes(known), known);
  }
  assert.deepEqual(withoutMessages(actions), []);
});
