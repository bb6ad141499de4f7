// What it costs to see only the tasks with some labels: each list as a person with labels and as an administrator, by turns.
import type { CreatedInvitation } from "../../server/contract/accounts.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { startOver } from "./bench_panel.ts";
import { runLists, taskLists } from "./measure_lists.ts";
import type { Measurement } from "./report.ts";
import { percentile, timeEach } from "./statistics.ts";

const ROUNDS = 3;
const REQUESTS = 20;
/** Of the 50 that the tasks of a filled database have one each of. */
const callers = { "one label in 50": 1, "half of the labels": 25 } as const;

/** Measures lists in a data folder with 10,000 tasks and a million runs, as a ratio of two medians. */
export async function measureLabels(dataDir: string): Promise<Measurement[]> {
  await using panel = await startOver(dataDir);
  await panel.logIn();
  const measurements: Measurement[] = [];
  for (const [who, count] of Object.entries(callers)) {
    const labels = Array.from({ length: count }, (_, n) => `group ${n * 2}`);
    const person = await personWith(panel, labels);
    for (const { what, path } of [...taskLists, ...runLists]) {
      const [own, whole]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        const [ownTimes, wholeTimes]: [number[], number[]] = [[], []];
        for (let n = 0; n < REQUESTS; n++) {
          // The first page of each: a person with few tasks has no others.
          const address = path(n, 20);
          ownTimes.push(...await timeEach(1, 1, () => person(asThePageDoes(address))));
          wholeTimes.push(...await timeEach(1, 1, () => panel.json(address)));
        }
        own.push(percentile(ownTimes, 0.5));
        whole.push(percentile(wholeTimes, 0.5));
      }
      const floor = { name: "as an administrator", values: whole };
      measurements.push({ what: `${who}: ${what}`, unit: "ms", panel: own, floor });
    }
  }
  return measurements;
}

/** The page counts the runs of people with labels up to a lower number. */
function asThePageDoes(address: string): string {
  return address.replace("countLimit=10000", "countLimit=2000");
}

/** Invites an editor for some labels. Returns what requests a path as that person. */
async function personWith(panel: PanelProcess, labels: string[]): Promise<(path: string) => Promise<void>> {
  const json = { role: "editor", labels };
  const { url } = await panel.json<CreatedInvitation>("/api/accounts/invitations", { json });
  const token = url.split("#")[1];
  const body = JSON.stringify({ token, username: `of ${labels.length}`, password: "a kettle on the stove" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${panel.address}/api/auth/invitation`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`invitation: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
  const cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
  return async (path) => {
    const result = await fetch(panel.address + path, { headers: { cookie } });
    if (!result.ok) throw new Error(`${path}: ${result.status}`);
    await result.text();
  };
}
