// The example that the page shows for a webhook works as it is.
import assert from "node:assert/strict";
import { webhookSignatures } from "../../server/contract/webhook_kinds.ts";
import { curlExample } from "../../web/features/tasks/webhook/curl_example.ts";
import type { TaskDetail } from "../../server/contract/tasks.ts";
import { WebhookScene } from "../support/webhook_scene.ts";

const parameters = [
  { name: "branch", type: "text", required: true, default: "it's $(here)" },
  { name: "count", type: "number", min: 3 },
  { name: "level", type: "choice", choices: ["low", "high"] },
  { name: "full", type: "switch" },
];
const mapping = { branch: "/a/b~1c", count: "/a/n", level: "/level", full: "/full" };

for (const signature of webhookSignatures) {
  Deno.test(`webhook example: sh and curl send what ${signature} asks for, again and again`, async () => {
    await using scene = await WebhookScene.open({
      parameters,
      command: 'echo "$branch $count $level $full"',
    });
    const server = await scene.panel.listen();
    await using _ = { [Symbol.asyncDispose]: () => server.close(0) };
    await scene.make(signature, mapping);
    const { json: task } = await scene.call("GET", "");
    const url = `http://127.0.0.1:${server.address.port}${scene.path}`;
    const text = curlExample({ url, signature, mapping }, (task as TaskDetail).parameters, scene.secret);
    for (let time = 0; time < 2; time++) {
      const { code, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", text] }).output();
      const response = new TextDecoder().decode(stdout);
      assert.equal(code, 0, new TextDecoder().decode(stderr));
      assert.match(response, /^\{"runId":\d+\}$/);
      const run = await scene.end(JSON.parse(response).runId);
      assert.match(run.log, /\nit's \$\(here\) 3 low true\n/);
    }
  });
}
