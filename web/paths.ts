// The URLs of the panel. The server injects the base path when it sends the page; without it (a page opened directly) the
// root is used.

import type { PageAddress } from "../server/contract/addresses.ts";
import type { ProgressKind } from "../server/contract/progress.ts";
import type { TaskFilter } from "../server/contract/task_fields.ts";
import { trimEnd } from "../server/contract/trim_end.ts";

declare global {
  var __SUNDIAL__:
    | { basePath?: string; nonce?: string; build?: string; hasSession?: boolean; language?: string }
    | undefined;
}

/** Normalizes a base path: no slash at the end, one at the start, empty for the root. */
export function normalizeBasePath(path: string | undefined): string {
  const trimmed = trimEnd((path ?? "").replace(/^\/+/, ""), "/");
  return trimmed === "" ? "" : `/${trimmed}`;
}

export const basePath = normalizeBasePath(globalThis.__SUNDIAL__?.basePath);

/** The nonce that the content security policy requires for every style element added by a library. */
export const nonce = globalThis.__SUNDIAL__?.nonce ?? "";

/** The build of this page; empty when unknown. */
export const build = globalThis.__SUNDIAL__?.build ?? "";

/** Whether the browser sent a session when it loaded this page; it may have expired. */
export const sentSession = globalThis.__SUNDIAL__?.hasSession ?? false;

/** The language of the panel; empty when unknown. */
export const panelLanguage = globalThis.__SUNDIAL__?.language ?? "";

export type QueryValues = Record<string, string | number | boolean | null | undefined>;

/** Formats a URL with its query; empty, null and undefined values are omitted. */
export function withQuery(path: string, values: QueryValues = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${text}`;
}

function page(address: PageAddress, values?: QueryValues): string {
  return withQuery(address, values);
}

/** Values in the query of a URL, by their names. */
type Query<Name extends string> = { [name in Name]?: string | number | undefined };

export type TaskListAddress = Query<TaskFilter | "q" | "page" | "pageSize" | "sort" | "view" | "type">;
type VariableListAddress = Query<"q" | "label" | "state" | "sort">;
type RunListAddress = Query<
  | "q"
  | "state"
  | "cause"
  | "kind"
  | "task"
  | "node"
  | "label"
  | "slower"
  | "last"
  | "from"
  | "to"
  | "page"
  | "run"
>;
export type SubscriptionListAddress = Query<"q" | "status" | "sort" | "page">;
type HeartbeatListAddress = Query<"q" | "state" | "label" | "sort" | "page">;
type AuditListAddress = Query<"q" | "act" | "actor" | "from" | "to" | "page">;
type SystemLogAddress = Query<"q" | "level" | "from" | "to" | "page">;
type NotificationAddress = Query<"channel" | "rule" | "of" | "state" | "page">;

/** Builders for every URL of the page, relative to the base path (the router adds it). */
export const paths = {
  home: () => page("/"),
  overview: () => page("/dashboard"),
  tasks: (list: TaskListAddress = {}) =>
    list.type === undefined
      ? page("/crontab", list)
      : page("/crontab/type", { ...list, type: list.type === "all" ? undefined : list.type }),
  task: (id: number, runs: Query<"page" | "runs"> = {}) => page("/crontab/detail", { id, ...runs }),
  /** A new task may start with a name and a command. */
  taskForm: (
    form: { id?: number; copy?: number; name?: string; command?: string } = {},
    list: TaskListAddress = {},
  ) => page("/crontab/modal", { ...form, ...list }),
  taskLog: (id: number, run?: number, list: TaskListAddress = {}) =>
    page("/crontab/logModal", { id, run, ...list }),
  queue: (list: TaskListAddress = {}) => withQuery(paths.tasks(list), { queue: 1 }),
  viewForm: (id?: number, list: TaskListAddress = {}) => page("/crontab/viewCreateModal", { id, ...list }),
  views: (list: TaskListAddress = {}) => page("/crontab/viewManageModal", list),
  taskTrash: (list: TaskListAddress = {}) => withQuery(paths.tasks(list), { trash: 1 }),
  importCrontab: (list: TaskListAddress = {}) => withQuery(paths.tasks(list), { import: 1 }),
  runs: (list: RunListAddress = {}) => page("/runs", list),
  calendar: (shown: Query<"view" | "at" | "zoom" | "label" | "calendar"> = {}) => page("/calendar", shown),
  flowRuns: (list: Query<"show" | "task" | "page"> = {}) => page("/flow", list),
  flow: (id: number) => page("/flow/detail", { id }),
  flowRun: (id: number) => page("/flow/run", { id }),
  windows: () => page("/calendar/windows"),
  calendars: (shown: Query<"id" | "year"> = {}) => page("/calendar/calendars", shown),
  subscriptions: (list: SubscriptionListAddress = {}) => page("/subscription", list),
  subscriptionForm: (id?: number, list: SubscriptionListAddress = {}) =>
    page("/subscription/modal", { id, ...list }),
  subscriptionLog: (id: number, run?: number, list: SubscriptionListAddress = {}) =>
    page("/subscription/logModal", { id, run, ...list }),
  /** The result of a preview, which is a run. */
  subscriptionPreview: (id: number, run: number, list: SubscriptionListAddress = {}) =>
    page("/subscription", { preview: run, id, ...list }),
  /** Pulled changes that wait for approval. */
  subscriptionChanges: (id: number, list: SubscriptionListAddress = {}) =>
    page("/subscription", { waiting: id, ...list }),
  heartbeats: (list: HeartbeatListAddress = {}) => page("/heartbeat", list),
  heartbeat: (id: number, pings: Query<"page"> = {}) => page("/heartbeat/detail", { id, ...pings }),
  heartbeatForm: (id?: number, list: HeartbeatListAddress = {}) => page("/heartbeat/modal", { id, ...list }),
  config: (file?: string) => page("/config", { file }),
  scripts: (path?: string) => page("/script", { path }),
  scriptDebug: (path?: string) => page("/script/editModal", { path }),
  newScript: (path?: string) => page("/script/editNameModal", { path }),
  renameScript: (path: string) => page("/script/renameModal", { path }),
  saveScriptAs: (path: string) => page("/script/saveModal", { path }),
  scriptSettings: (path?: string) => page("/script/setting", { path }),
  variables: (list: VariableListAddress = {}) => page("/env", list),
  variableForm: (id?: number, list: VariableListAddress = {}) => page("/env/modal", { id, ...list }),
  renameVariables: (ids: readonly number[], list: VariableListAddress = {}) =>
    page("/env/editNameModal", { ids: ids.join(","), ...list }),
  importVariables: (list: VariableListAddress = {}) => withQuery(paths.variables(list), { import: 1 }),
  dependencies: (type?: string) => page("/dependence", { type }),
  dependencyForm: (type?: string, name?: string, subscription?: number) =>
    page("/dependence/modal", { type, name, subscription }),
  editDependency: (id: number, type: string) => page("/dependence/modal", { id, type }),
  dependencyLog: (id: number, type?: string) => page("/dependence/logModal", { id, type }),
  logs: (path?: string) => page("/log", { path }),
  /** Sides are formatted by `writeSide`: `scripts/a.js`, `scripts/a.js@12`, `sample/config.sh`, `log/x/y.log`. */
  diff: (left?: string, right?: string) => page("/diff", { left, right }),
  /** The list of the pages of the settings; in a wide window, the first page. */
  settings: () => page("/setting"),
  security: () => page("/setting/security"),
  loginLog: (list: Query<"page" | "status"> = {}) => page("/setting/loginLog", list),
  systemLog: (list: SystemLogAddress = {}) => page("/setting/systemLog", list),
  about: () => page("/setting/about"),
  checkUpdate: () => page("/setting/checkUpdate"),
  generalSettings: () => page("/setting/general"),
  runningSettings: () => page("/setting/running"),
  storageSettings: () => page("/setting/storage"),
  backups: () => page("/setting/backups"),
  statusPages: () => page("/setting/status"),
  accounts: () => page("/setting/accounts"),
  networkSettings: () => page("/setting/network"),
  nodes: () => page("/setting/nodes"),
  packageSettings: () => page("/setting/dependence"),
  /** The import from another program: its start, or the import with an id. */
  importData: (id?: number) => page("/setting/import", { id }),
  applications: (list: Query<"q"> = {}) => page("/setting/app", list),
  applicationForm: (id?: number, list: Query<"q"> = {}) => page("/setting/appModal", { id, ...list }),
  notifications: (location: NotificationAddress = {}) => page("/setting/notification", location),
  auditLog: (list: AuditListAddress = {}) => page("/setting/auditLog", list),
  /** Progress of an operation during which the panel may be unavailable. */
  progress: (kind?: ProgressKind) => page("/setting/progress", { kind }),
  login: (next?: string) => page("/login", { next }),
  initialization: () => page("/initialization"),
  error: (next?: string) => page("/error", { next }),
};

/** Validates a `next` parameter: returns a URL inside this panel, or the start page for anything else. */
export function safeNext(next: string | null): string {
  if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return paths.home();
  return /^\/(login|initialization|invitation|error)\b/.test(next) ? paths.home() : next;
}
