// The content of a delivery that the key of the panel does not decrypt: said in the log of the run in both languages, without advice
// that leads nowhere.
import assert from "node:assert/strict";
import { WebhookScene } from "../support/webhook_scene.ts";

Deno.test("webhooks: a run whose content cannot be decrypted fails, and its log asks for another delivery", async () => {
  for (
    const [language, expected] of [
      [
        "en",
        /\nNot started: .* what was delivered to the webhook for this run\. Have its sender send it again/,
      ],
      ["zh", /\n未启动：.*无法解密本次运行所用的 Webhook 投递内容。请让发送方重新发送/],
    ] as const
  ) {
    await using scene = await WebhookScene.open({ requiresApproval: true });
    const { panel, headers } = scene;
    await panel.request("PATCH", "/settings", { headers, body: { language } });
    await scene.make();
    const { json } = await scene.deliver("{}");
    await panel.db.updateTable("trigger_content").set({ content_sealed: "s1:00000000:AAAA" }).execute();
    await panel.request("POST", `/runs/${json.runId}/approve`, { headers, body: {} });
    const { state, detail, log } = await scene.end(json.runId);
    assert.deepEqual([state, detail], ["failed", "secret_locked"]);
    assert.match(log, expected);
    assert.ok(!log.includes("SUNDIAL_TRIGGER_FILE"), log);
  }
});
