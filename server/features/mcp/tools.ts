// The tools that assistants can use. Each one is a request to the panel's API, which checks and audits it.
import * as z from "zod";
import { visibleLines } from "../../contract/log_text/visible_text.ts";
import { heartbeatStates } from "../../contract/heartbeats.ts";
import type { Scope } from "../../contract/scopes.ts";
import { runStates } from "../../contract/runs.ts";

/** Sends a request to a path below `/api`. */
export type ApiRequest = (path: string, init: ApiRequestInit) => Promise<Response>;

interface ApiRequestInit {
  method: string;
  body?: string;
  headers?: Record<string, string>;
}

/** The API refused the request of a tool; the message says why. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

interface Tool {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  isReadOnly: boolean;
  input: Record<string, z.ZodType>;
  /** Throws `ToolError`. */
  run(args: Record<string, unknown>, api: ApiRequest): Promise<unknown>;
}

const DEFAULT_LOG_BYTES = 16 * 1024;
const MAX_LOG_BYTES = 256 * 1024;
const MAX_PAGE_SIZE = 100;

const taskId = z.int().positive().describe("ID of the task");
const runId = z.int().positive().describe("ID of the run");
const taskIds = z.array(z.int().positive()).min(1).max(100).describe("IDs of the tasks");
const page = z.int().min(1).default(1);
const pageSize = z.int().min(1).max(MAX_PAGE_SIZE).default(20);

/** The tools, those that only read first. */
export const tools: readonly Tool[] = [
  tool({
    name: "get_overview",
    title: "Overview",
    description: "Returns what is failing, what is running, what is due next, and the health of the panel.",
    scope: "tasks:read",
    input: {},
    run: (_, api) => get(api, "/overview"),
  }),
  tool({
    name: "list_tasks",
    title: "List tasks",
    description: "Lists tasks with schedule, status, last run and next run.",
    scope: "tasks:read",
    input: {
      q: z.string().max(200).optional().describe("Words to search for in name, command and labels"),
      view: z.enum(["failing", "running", "disabled", "neverRun"]).optional(),
      label: z.string().max(100).optional(),
      page,
      pageSize,
    },
    run: (args, api) => get(api, "/tasks", args),
  }),
  tool({
    name: "get_task",
    title: "Get a task",
    description: "Returns one task with all of its settings.",
    scope: "tasks:read",
    input: { taskId },
    run: ({ taskId }, api) => get(api, `/tasks/${taskId}`),
  }),
  tool({
    name: "explain_schedule",
    title: "Explain a schedule",
    description:
      "Describes a cron expression in words and lists its next times, or says what is wrong with it.",
    scope: "tasks:read",
    input: {
      expression: z.string().min(1).max(200).describe("Five fields, or six with seconds first"),
      timeZone: z.string().max(100).optional().describe("IANA name; defaults to that of the panel"),
      count: z.int().min(1).max(20).default(5),
    },
    run: (args, api) => send(api, "POST", "/cron/explain", args),
  }),
  tool({
    name: "why_did_task_run",
    title: "Why a task ran or did not run",
    description:
      "Returns why a task ran or did not run at a time; without a time, at the last one it missed.",
    scope: "tasks:read",
    input: { taskId, at: z.iso.datetime({ offset: true }).optional() },
    run: ({ taskId, at }, api) => get(api, `/tasks/${taskId}/why`, { at }),
  }),
  tool({
    name: "list_upcoming_runs",
    title: "Upcoming runs of a task",
    description: "Lists the next due times of a task.",
    scope: "tasks:read",
    input: { taskId, count: z.int().min(1).max(50).default(5) },
    run: ({ taskId, count }, api) => get(api, `/tasks/${taskId}/upcoming`, { count }),
  }),
  tool({
    name: "get_task_statistics",
    title: "Statistics of a task",
    description: "Returns outcomes and durations of a task over the last days.",
    scope: "tasks:read",
    input: { taskId },
    run: ({ taskId }, api) => get(api, `/tasks/${taskId}/statistics`),
  }),
  tool({
    name: "list_heartbeats",
    title: "List heartbeats",
    description: "Lists checks that wait for pings of work done elsewhere, what needs attention first.",
    scope: "heartbeats:read",
    input: {
      q: z.string().max(200).optional().describe("Text to search for in names and labels"),
      state: z.array(z.enum(heartbeatStates)).max(heartbeatStates.length).optional().describe(
        "States to include",
      ),
      page,
      pageSize,
    },
    run: (args, api) => get(api, "/heartbeats", { sort: "state", ...args }),
  }),
  tool({
    name: "get_heartbeat",
    title: "Get a heartbeat",
    description: "Returns one heartbeat with its newest pings.",
    scope: "heartbeats:read",
    input: { heartbeatId: z.int().positive().describe("ID of the heartbeat") },
    run: async ({ heartbeatId }, api) => {
      const heartbeat = await get(api, `/heartbeats/${heartbeatId}`);
      const pings = await get(api, `/heartbeats/${heartbeatId}/pings`, { pageSize: 20 });
      return { heartbeat, pings };
    },
  }),
  tool({
    name: "list_calendars",
    title: "List calendars",
    description: "Lists calendars of working days and days off, and how far their data reaches.",
    scope: "tasks:read",
    input: {},
    run: (_args, api) => get(api, "/calendars"),
  }),
  tool({
    name: "list_maintenance_windows",
    title: "List maintenance windows",
    description: "Lists maintenance windows, in which tasks do not start by themselves: open ones first.",
    scope: "tasks:read",
    input: {},
    run: (_args, api) => get(api, "/windows"),
  }),
  tool({
    name: "list_runs",
    title: "List runs",
    description: "Lists runs, newest first, with outcome, cause, duration and exit code.",
    scope: "tasks:read",
    input: {
      taskId: taskId.optional(),
      state: z.array(z.enum(runStates)).max(runStates.length).optional().describe("States to include"),
      label: z.string().max(100).optional().describe("Label of the task"),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      page,
      pageSize,
    },
    run: (args, api) => get(api, "/runs", args),
  }),
  tool({
    name: "get_run",
    title: "Get a run",
    description: "Returns one run.",
    scope: "tasks:read",
    input: { runId },
    run: ({ runId }, api) => get(api, `/runs/${runId}`),
  }),
  tool({
    name: "list_flow_runs",
    title: "List flow runs",
    description:
      "Lists what single starts have caused, newest first: with the number of tasks in each state. " +
      "get_flow_run returns the tasks of one.",
    scope: "tasks:read",
    input: { taskId: taskId.optional(), page, pageSize },
    run: (args, api) => get(api, "/flow-runs", { ...args, tasks: "counts" }),
  }),
  tool({
    name: "get_flow_run",
    title: "Get a flow run",
    description: "Returns the tasks of a flow run with their states, and why links were not followed.",
    scope: "tasks:read",
    input: { flowRunId: z.int().positive().describe("ID of the flow run, from a run or the list") },
    run: ({ flowRunId }, api) => get(api, `/flow-runs/${flowRunId}`),
  }),
  tool({
    name: "read_run_log",
    title: "Read the log of a run",
    description: "Returns the end of the log of a run.",
    scope: "logs:read",
    input: {
      runId,
      bytes: z.int().min(1).max(MAX_LOG_BYTES).default(DEFAULT_LOG_BYTES).describe(
        "Maximum number of bytes to return",
      ),
    },
    run: ({ runId, bytes }, api) => readLogEnd(api, Number(runId), Number(bytes)),
  }),
  tool({
    name: "search_run_log",
    title: "Search the log of a run",
    description: "Returns the lines of a log that contain a text.",
    scope: "logs:read",
    input: { runId, q: z.string().min(1).max(200) },
    run: ({ runId, q }, api) => get(api, `/runs/${runId}/log/search`, { q }),
  }),
  {
    name: "run_tasks",
    title: "Run tasks",
    description: "Runs tasks now. Returns the ID of each run.",
    scope: "tasks:run",
    isReadOnly: false,
    input: {
      taskIds,
      parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional()
        .describe(
          "Values for the parameters of the tasks, by name; get_task lists them. Defaults apply to others",
        ),
    },
    run: ({ taskIds, parameters }, api) => send(api, "POST", "/tasks/run", { ids: taskIds, parameters }),
  },
  change("stop_tasks", "Stop tasks", "Stops the running and queued runs of tasks.", "stop"),
  change("enable_tasks", "Enable tasks", "Enables tasks, so that they run on their schedules.", "enable"),
  change(
    "disable_tasks",
    "Disable tasks",
    "Disables tasks, so that they no longer run on schedule.",
    "disable",
  ),
];

function tool(definition: Omit<Tool, "isReadOnly">): Tool {
  return { ...definition, isReadOnly: true };
}

function change(name: string, title: string, description: string, action: string): Tool {
  return {
    name,
    title,
    description,
    scope: "tasks:run",
    isReadOnly: false,
    input: { taskIds },
    run: ({ taskIds }, api) => send(api, "POST", `/tasks/${action}`, { ids: taskIds }),
  };
}

async function get(api: ApiRequest, path: string, query: Record<string, unknown> = {}): Promise<unknown> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return await readJson(await api(given.length === 0 ? path : `${path}?${parameters}`, { method: "GET" }));
}

async function send(api: ApiRequest, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return await readJson(await api(path, { method, headers, body: JSON.stringify(body) }));
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new ToolError(await response.text());
  return await response.json();
}

// An empty log has no last bytes, which the API answers with 416.
async function readLogEnd(api: ApiRequest, runId: number, bytes: number): Promise<string> {
  const response = await api(`/runs/${runId}/log`, {
    method: "GET",
    headers: { range: `bytes=-${bytes}` },
  });
  const text = await response.text();
  if (response.status === 416) return "The log is empty.";
  if (!response.ok) throw new ToolError(text);
  const isComplete = response.headers.get("x-log-complete") === "true";
  const total = response.headers.get("content-range")?.split("/")[1];
  const cut = total !== undefined && Number(total) > bytes;
  return `${cut ? `[last ${bytes} of ${total} bytes]\n` : ""}${visibleLines(text).join("\n")}${
    isComplete ? "" : "\n[the run is not over]"
  }`;
}
