import assert from "node:assert/strict";
import { repair as chinese } from "../messages/zh/health.ts";
import { repair as english } from "../messages/en/health.ts";
import { installations } from "../messages/repair_steps.ts";
import { offlinePage } from "./offline_page.ts";

const scope = "https://panel.example/base/";

for (
  const [language, title, texts] of [
    ["en", "Service startup timeout", english],
    ["zh", "服务启动超时", chinese],
  ] as const
) {
  Deno.test(`offline page: says what happened and all steps that repair it, in ${language}`, async () => {
    const response = offlinePage({ language, scope });
    const html = await response.text();
    assert.equal(response.status, 503);
    assert.ok(html.includes(`<h1>${title}</h1>`));
    for (const step of installations.flatMap(({ steps }) => steps)) {
      for (const key of [step.title, step.help]) {
        const text = texts[key.slice("repair.".length) as keyof typeof texts];
        assert.ok(html.includes(text), key);
      }
      for (const command of step.commands) {
        assert.ok(html.includes(command.replaceAll("&", "&amp;")), command);
      }
    }
    assert.ok(html.includes('"https://panel.example/base/api/health"'));
  });
}
