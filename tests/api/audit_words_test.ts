// Whatever is written into the audit log can be read there in both languages.
import assert from "node:assert/strict";
import { namesOfAct } from "../../web/features/settings/audit/act_words.ts";
import { deeds as enDeeds, modules as enModules } from "../../web/words/en/audit.ts";
import { deeds as zhDeeds, modules as zhModules } from "../../web/words/zh/audit.ts";
import { readTree } from "../house/read_tree.ts";
import { OpenPanel } from "../support/open_panel.ts";

const words: Record<string, { modules: object; deeds: object }> = {
  en: { modules: enModules, deeds: enDeeds },
  zh: { modules: zhModules, deeds: zhDeeds },
};

function withoutWords(acts: readonly string[]): string[] {
  return Object.entries(words).flatMap(([language, { modules, deeds }]) =>
    acts.filter((act) => {
      const { module, deed } = namesOfAct(act);
      return !Object.hasOwn(modules, module) || !Object.hasOwn(deeds, deed);
    }).map((act) => `${act} in ${language}`)
  );
}

Deno.test("audit words: every route that changes something has words for its module and its deed", async () => {
  await using panel = await OpenPanel.open();
  const { paths } = await panel.ask("GET", "/openapi.json", { headers: await panel.logIn() });
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  const acts = operations.flatMap((one) => one["x-audit"] ?? []) as string[];
  assert.ok(acts.length > 70, `${acts.length} acts`);
  assert.deepEqual(withoutWords(acts), []);
});

Deno.test("audit words: so has what the panel writes down by itself", async () => {
  const sources = [...await readTree()].filter(([path]) =>
    /^server\/.*\.ts$/.test(path) && !/_test\.ts$/.test(path)
  );
  const acts = sources.flatMap(([, text]) =>
    [...text.matchAll(/(?:\bact: |_ACT = )"([a-z-]+\.[a-z._-]+)"/g)].map((match) => match[1]!)
  );
  for (const known of ["login.succeeded", "applications.token", "audit-log.cut"]) {
    assert.ok(acts.includes(known), known);
  }
  assert.deepEqual(withoutWords(acts), []);
});
