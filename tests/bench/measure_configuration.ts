// What folders of many tasks cost: how planning and applying grow with the number of tasks, and how long other requests wait meanwhile.
import type { PanelProcess } from "../support/panel_process.ts";
import { BenchPanel, rest } from "./bench_panel.ts";
import type { Measurement } from "./report.ts";

const ROUNDS = 3;
const [FEW, MANY] = [100, 1_000];

/** After how many tasks each starts. */
const shapes = { "in a chain": 1, "with 10 links each": 10 };

/** Measures folders of 100 and of 1,000 new tasks. */
export async function measureConfiguration(): Promise<Measurement[]> {
  const values = new Map<string, { few: number[]; many: number[] }>();
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using bench = await BenchPanel.open();
    for (const [shape, links] of Object.entries(shapes)) {
      for (const action of ["plan", "apply"]) {
        const few = await send(bench.panel, action, filesOf(`few-${links}`, FEW, links));
        const asked = watch(bench.panel);
        const many = await send(bench.panel, action, filesOf(`many-${links}`, MANY, links));
        waits.push(await asked.end());
        const what = `${action === "plan" ? "planning" : "applying"} ${MANY} new tasks ${shape}`;
        const before = values.get(what) ?? { few: [], many: [] };
        values.set(what, { few: [...before.few, MANY / FEW * few], many: [...before.many, many] });
      }
    }
  }
  const measured = [...values].map(([what, { few, many }]): Measurement => ({
    ...{ what, unit: "s", panel: many, promise: { atMostTimes: 2 } },
    floor: { name: "ten times 100", values: few },
  }));
  return [...measured, { what: "another request waits meanwhile, at most", unit: "ms", panel: waits }];
}

function filesOf(name: string, count: number, links: number): { path: string; text: string }[] {
  return Array.from({ length: count }, (_, n) => {
    const before = Array.from(
      { length: Math.min(links, n) },
      (_, at) => `    - task: ${name}-${n - 1 - at}\n`,
    );
    const upstream = before.length === 0 ? "" : `upstream:\n  tasks:\n${before.join("")}`;
    return {
      path: `tasks/${name}-${n}.yaml`,
      text: `name: ${name} ${n}\ncommand: echo ${n}\nschedules: manual\n${upstream}`,
    };
  });
}

/** Returns how long a request took, in seconds. */
async function send(panel: PanelProcess, action: string, files: object[]): Promise<number> {
  const startedAt = performance.now();
  await panel.json(`/api/configuration/${action}`, { json: { files, folder: "/srv/panel" } });
  return (performance.now() - startedAt) / 1_000;
}

/** Asks for what needs no database again and again; `end` returns how long the slowest response took, in ms. */
function watch(panel: PanelProcess): { end(): Promise<number> } {
  let isEnded = false;
  const slowest = (async () => {
    let most = 0;
    while (!isEnded) {
      const startedAt = performance.now();
      await panel.json("/api/notifications/channel-types");
      most = Math.max(most, performance.now() - startedAt);
      await rest(20);
    }
    return most;
  })();
  return {
    end() {
      isEnded = true;
      return slowest;
    },
  };
}
