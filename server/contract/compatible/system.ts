// The panel itself as clients of the compatible API know it.
import * as z from "zod";
import { taskLimits } from "../limits/tasks.ts";
import { text } from "../shapes.ts";
import { entityId, number } from "./envelope.ts";

/**
 * The version of the old panel whose API this is. Clients compare it to learn which fields and calls there are, so it is
 * not the version of this panel.
 */
export const COMPATIBLE_VERSION = "2.21.0";

export const systemInfo = z.object({
  isInitialized: z.boolean(),
  version: z.string().meta({ description: "Version of the API that the panel is compatible with" }),
  publishTime: z.int(),
  branch: z.string(),
  changeLog: z.string(),
  changeLogLink: z.string(),
});

export const systemConfig = z.object({
  id: z.int(),
  type: z.literal("systemConfig"),
  info: z.object({
    lang: z.string(),
    panelTitle: z.string(),
    logRemoveFrequency: z.int().nullable().meta({ description: "Days to keep logs" }),
    cronConcurrency: z.int(),
    timezone: z.string(),
    dependenceProxy: z.string(),
    nodeMirror: z.string(),
    pythonMirror: z.string(),
  }),
});

export const retentionBody = z.strictObject({ logRemoveFrequency: number.nullish() });
export const concurrencyBody = z.strictObject({ cronConcurrency: number.nullish() });
export const timeZoneBody = z.strictObject({ timezone: z.string().nullish() });
export const languageBody = z.strictObject({ lang: z.string() });
export const titleBody = z.strictObject({ panelTitle: z.string().nullish() });

export const updateInfo = z.object({
  hasNewVersion: z.boolean(),
  lastVersion: z.string(),
  lastLog: z.string(),
  lastLogLink: z.string(),
});

export const notifyBody = z.looseObject({ title: z.string().min(1), content: z.string() });
export const commandRunBody = z.strictObject({ command: text(taskLimits.command).regex(/\S/) });
export const commandStopBody = z.strictObject({
  command: z.string().nullish(),
  pid: entityId.nullish().meta({ description: "ID of the run, from the header `QL-Task-Pid`" }),
});
export const systemLogTimes = z.looseObject({
  startTime: z.string().optional().meta({ description: "First day or time; defaults to the last 24 hours" }),
  endTime: z.string().optional(),
});

export const dashboardOverview = z.object({
  total: z.int(),
  enabled: z.int(),
  disabled: z.int(),
  todayRuns: z.int(),
  todaySuccess: z.int(),
  todayFail: z.int(),
  successRate: z.string().meta({ description: "Percentage with one decimal" }),
  avgTime: z.int().meta({ description: "Milliseconds" }),
});
export const trendQuery = z.looseObject({ days: z.string().optional() });
export const trend = z.array(z.object({ date: z.string(), total: z.int(), success: z.int(), fail: z.int() }));
export const topTime = z.array(
  z.object({ rank: z.int(), name: z.string(), avgTime: z.int(), maxTime: z.int() }),
);
export const topCount = z.array(
  z.object({ rank: z.int(), name: z.string(), runCount: z.int(), avgTime: z.int(), successRate: z.string() }),
);
export const runtime = z.object({
  runningCount: z.int(),
  queuedCount: z.int(),
  running: z.array(z.object({
    instanceId: z.int(),
    id: z.int(),
    name: z.string(),
    pid: z.int().nullable(),
    elapsed: z.int().meta({ description: "Seconds" }),
    logPath: z.string(),
  })),
  idleTasks: z.array(z.object({ id: z.int(), name: z.string(), lastRun: z.int() })),
});
export const labelStatistics = z.array(z.object({
  label: z.string(),
  count: z.int(),
  todayRuns: z.int(),
  successRate: z.string(),
  avgTime: z.int(),
}));
export const machine = z.object({
  platform: z.string(),
  uptime: z.int(),
  memTotal: z.int(),
  memFree: z.int(),
  memUsagePercent: z.number(),
  heapUsed: z.int(),
  heapTotal: z.int(),
  loadAvg: z.array(z.number()),
  cpus: z.int(),
});
export const runRecord = z.looseObject({});
