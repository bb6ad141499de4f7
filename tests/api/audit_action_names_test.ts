// Whatever is written into the audit log can be read there in both languages.
import assert from "node:assert/strict";
import { namesOfAction } from "../../web/features/audit/action_messages.ts";
import { deeds as enDeeds, modules as enModules } from "../../web/messages/en/audit.ts";
import { deeds as zhDeeds, modules as zhModules } from "../../web/messages/zh/audit.ts";
import { readTree } from "../architecture/read_tree.ts";
import { OpenPanel } from "../support/open_panel.ts";

const messages: Record<string, { modules: object; deeds: object }> = {
  en: { modules: enModules, deeds: enDeeds },
  zh: { modules: zhModules, deeds: zhDeeds },
};

function withoutMessages(actions: readonly string[]): string[] {
  return Object.entries(messages).flatMap(([language, { modules, deeds }]) =>
    actions.filter((action) => {
      const { module, deed } = namesOfAction(action);
      return !Object.hasOwn(modules, module) || !Object.hasOwn(deeds, deed);
    }).map((action) => `${action} in ${language}`)
  );
}

Deno.test("audit words: every route that changes something has words for its module and its deed", async () => {
  await using panel = await OpenPanel.open();
  const { paths } = await panel.ask("GET", "/openapi.json", { headers: await panel.logIn() });
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  const actions = operations.flatMap((one) => one["x-audit"] ?? []) as string[];
  assert.ok(actions.length > 70, `${actions.length} acts`);
  assert.deepEqual(withoutMessages(actions), []);
});

Deno.test("audit words: so has what the panel writes down by itself", async () => {
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
