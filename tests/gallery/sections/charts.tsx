import { Suspense, useState } from "react";
import type { Run, RunState } from "../../../server/contract/runs.ts";
import type { ChartHour } from "../../../web/features/overview/chart_data.ts";
import LoadChart from "../../../web/features/overview/load_chart.tsx";
import { HeatMap } from "../../../web/features/tasks/detail/heat_map.tsx";
import { RunChart } from "../../../web/features/tasks/detail/run_chart.tsx";
import { type TaskActions, TaskActionsContext } from "../../../web/shared/task/task_actions.ts";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

const HOUR_MS = 3_600_000;

export function ChartSection() {
  const { states } = samples;
  const [now] = useState(() => Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  return (
    <Examples>
      <Example name="LoadChart" wide>
        <div className="h-60">
          <Suspense>
            <LoadChart
              content={{ bars: barsAround(now), barMs: HOUR_MS, slots: 4, crowded: [now + HOUR_MS] }}
            />
          </Suspense>
        </div>
      </Example>
      <TaskActionsContext value={noActions}>
        <Example name="RunChart" wide>
          <RunChart usualMs={null} marks={new Map()} taskId={1} runs={runsBefore(now, 40)} />
        </Example>
        <Example name={`RunChart · ${states.compact}`} wide>
          <RunChart usualMs={null} marks={new Map()} taskId={1} runs={runsBefore(now, 3)} />
        </Example>
      </TaskActionsContext>
      <Example name="HeatMap" wide>
        <HeatMap hours={hours} />
      </Example>
      <Example name={`HeatMap · ${states.empty}`} wide>
        <HeatMap hours={[]} />
      </Example>
    </Examples>
  );
}

function barsAround(now: number): ChartHour[] {
  return Array.from({ length: 48 }, (_, index) => {
    const ahead = index >= 24;
    const count = (index * 7) % 11;
    return {
      at: now + (index - 24) * HOUR_MS,
      hours: 1,
      succeeded: ahead ? 0 : count,
      failed: ahead ? 0 : index % 5,
      other: ahead ? 0 : index % 3,
      planned: ahead ? count : 0,
      loadMs: ahead ? count * HOUR_MS / 3 : 0,
    };
  });
}

const outcomes: readonly RunState[] = [
  "succeeded",
  "failed",
  "timed_out",
  "stopped",
  "interrupted",
  "skipped",
];

function runsBefore(now: number, count: number): Run[] {
  return Array.from({ length: count }, (_, index) => {
    const queuedAt = new Date(now - (count - index) * HOUR_MS).toISOString();
    const state = index % 4 === 0 ? outcomes[index / 4 % outcomes.length] ?? "succeeded" : "succeeded";
    return {
      ...{ id: index + 1, taskId: 1, taskName: "backup", cause: "schedule", state, queuedAt },
      ...{
        dueAt: queuedAt,
        nominalAt: queuedAt,
        dueThrough: null,
        dueCount: 1,
        startedAt: queuedAt,
        finishedAt: queuedAt,
      },
      ...{ durationMs: 2000 + (index * 7919) % 60_000, lagMs: 5, exitCode: 0, signal: null },
      ...{
        skipReason: null,
        blockedBy: null,
        attempt: 1,
        retryOf: null,
        trigger: null,
        flowRunId: null,
        approval: null,
        stopRequestedAt: null,
        requestedBy: null,
        stoppedBy: null,
        detail: null,
      },
      ...{
        logPath: null,
        pid: null,
        nodeId: null,
        nodeName: null,
        kind: "task",
        subscriptionId: null,
        scriptPath: null,
      },
      ...{ scriptVersionId: null, peakMemoryBytes: null },
      ...{ movedFrom: null, windowId: null, heldUntil: null, mergedInto: null, parameters: null },
      ...{ outputs: null, outputFiles: 0, unsetParameters: [], item: null },
    };
  });
}

const hours = Array.from({ length: 84 }, (_, index) => ({
  weekday: 1 + index % 7,
  hour: (index * 5) % 24,
  counts: { succeeded: 1 + index % 9, failed: index % 6 === 0 ? 2 : 0 },
}));

const nothing = () => {};
const noActions: TaskActions = {
  links: {
    ...{ create: nothing, edit: nothing, copy: nothing, log: nothing, importCrontab: nothing, open: nothing },
    ...{ viewForm: nothing, views: nothing, queue: nothing, trash: nothing, list: nothing, close: nothing },
    ...{ script: nothing, importData: nothing },
  },
  ...{ mayRun: true, mayWrite: true, mayWriteScripts: true },
  ...{ askEdit: nothing, askSpread: nothing },
  perform: () => Promise.resolve(),
  ...{ askDelete: nothing, askLabels: nothing, askRun: nothing },
};
