import assert from "node:assert/strict";
import { deviceOf } from "./device.ts";

const agents: [string, string][] = [
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Chrome 141 · Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Firefox 140 · Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari 18 · iOS",
  ],
  ["curl/8.14.1", "curl/8.14.1"],
  ["", ""],
];
for (const [agent, device] of agents) {
  Deno.test(`device: ${agent.slice(0, 40) || "an empty user agent"} is reported as "${device}"`, async () => {
    assert.equal(await deviceOf(agent), device);
  });
}

Deno.test("device: truncates an excessively long user agent", async () => {
  assert.ok((await deviceOf("x".repeat(5000))).length <= 80);
});
