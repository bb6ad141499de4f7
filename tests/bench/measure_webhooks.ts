// How soon a webhook answers: from the signed request to the 202, after the run is stored.
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import type { Task } from "../../server/contract/tasks.ts";
import type { NewWebhook } from "../../server/contract/webhooks.ts";
import { BenchPanel } from "./bench_panel.ts";
import type { Measurement } from "./report.ts";
import { percentile, timeEach } from "./statistics.ts";

const ROUNDS = 3;
/** What one address takes at once, without being limited. */
const DELIVERIES = 50;
const sizes = { "2 KiB": 2 * 1024, "1 MiB": 1024 * 1024 } as const;

/** Measures the 95th percentile of the time that deliveries take, beside that of requests which start a run by hand. */
export async function measureWebhooks(): Promise<Measurement[]> {
  await using bench = await BenchPanel.open({ settings: { concurrency: 4 } });
  const { panel } = bench;
  const measurements: Measurement[] = [];
  for (const [size, bytes] of Object.entries(sizes)) {
    const [own, floor]: [number[], number[]] = [[], []];
    const body = JSON.stringify({ text: "x".repeat(bytes - 11) });
    for (let round = 0; round < ROUNDS; round++) {
      const json = {
        ...{ name: `hook ${size} ${round}`, command: "true", schedules: "manual" },
        overlap: { policy: "allow", limit: 100 },
      };
      const { id } = await panel.json<Task>("/api/tasks", { json });
      const { path, secret } = await panel.json<NewWebhook>(`/api/tasks/${id}/webhook`, {
        method: "PUT",
        json: { signature: "standard" },
      });
      const deliveries = await timeEach(DELIVERIES, 1, async (n) => {
        const headers = signed(body, `${size} ${round} ${n}`, secret);
        const response = await fetch(panel.address + path, { method: "POST", headers, body });
        if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
        await response.body?.cancel();
      });
      own.push(percentile(deliveries, 0.95));
      const starts = await timeEach(
        DELIVERIES,
        1,
        () => panel.json("/api/tasks/run", { json: { ids: [id] } }),
      );
      floor.push(percentile(starts, 0.95));
    }
    measurements.push({
      ...{ what: `a delivery of ${size}, 95th percentile`, unit: "ms", panel: own },
      floor: { name: "a run by hand", values: floor },
    });
  }
  return measurements;
}

/** Returns the headers of a request that is signed by Standard Webhooks. */
function signed(body: string, name: string, secret: string): Record<string, string> {
  const [id, at] = [`msg_${name.replaceAll(" ", "_")}`, Math.floor(Date.now() / 1000)];
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": `v1,${signature}`,
  };
}
