// The command `ql` on the search path of every task, as scripts of compatible panels call it. The panel itself pulls; what
// is done elsewhere here is named in a message. Loads nothing but what the runtime includes.
import { runVariables } from "../platform/run_variables.ts";
import { spawn } from "node:child_process";
import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { subscriptionAlias } from "../contract/subscription_address.ts";
import type { Subscription, SubscriptionInput } from "../contract/subscriptions.ts";
import { ConfigFile } from "../features/tasks/command/config_switches.ts";
import { extraShell } from "../features/tasks/command/extra_shell.ts";
import { readOptions } from "../features/tasks/command/shared_options.ts";
import { ACCESS_VARIABLE } from "../platform/access_folder.ts";
import { foldersIn, oldPanelVariables } from "../platform/old_panel_folder.ts";
import { shells } from "../platform/process/spawn_session.ts";
import { wrap } from "../platform/process/wrapper.ts";
import { writeLine } from "./clean_output.ts";
import { LogOutput } from "./log_output.ts";
import { PanelClient, PanelUnreachableError } from "./panel_client.ts";
import { type QlMessages, qlMessages, type QlSubcommand } from "./ql_program_messages.ts";
import { sleep, systemClock } from "../platform/clock.ts";

const USAGE = 2;
/** As for `sundial`: no panel is running. */
const NO_PANEL = 3;
const POLL_MS = 500;
const PAGE_SIZE = 500;
const DAY_MS = 24 * 3_600_000;

interface Context {
  data: string;
  messages: QlMessages;
}

type Action = (args: string[], context: Context) => Promise<number>;

/** The subcommands, in the order of the help. Those without an action are done elsewhere; a message says where. */
const actions = {
  repo: (args, context) => pull(repositoryOf(args, context), context),
  raw: (args, context) => pull(fileOf(args, context), context),
  rmlog: removeLogs,
  extra: runExtra,
  check: null,
  update: null,
  reload: null,
  resetpwd: null,
  resettfa: null,
  resetlet: null,
  resetname: null,
  bot: null,
} as const satisfies Record<QlSubcommand, Action | null>;

/** Runs `ql` with these arguments and returns the exit code: 2 for wrong usage, 3 when no panel is running. */
export async function qlCommand([name = "", ...args]: string[]): Promise<number> {
  const access = Deno.env.get(ACCESS_VARIABLE) ?? "";
  const messages = qlMessages[readOptions(access).language];
  if (!Object.hasOwn(actions, name)) {
    const isHelp = ["", "help", "-h", "--help"].includes(name);
    const lines = [messages.usage, ...Object.entries(messages.subcommands).map(([, help]) => `  ${help}`)];
    if (!isHelp) return complain([messages.unknown(name), "", ...lines].join("\n"), USAGE);
    print(lines.join("\n"));
    return 0;
  }
  const subcommand = name as QlSubcommand; // a key of the table
  const action: Action | null = actions[subcommand];
  if (action === null) return complain(messages.instead[subcommand] ?? messages.unknown(name), 1);
  try {
    return await action(args, { data: dirname(access), messages });
  } catch (error) {
    if (error instanceof PanelUnreachableError) return complain(messages.noPanel, NO_PANEL);
    if (error instanceof QlError) return complain(error.message, error.code);
    throw error;
  }
}

/** A message for the user, with the exit code. */
class QlError extends Error {
  override readonly name = "QlError";
  readonly code: number;

  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

function repositoryOf(args: string[], context: Context): SubscriptionInput {
  const [address = "", whitelist, blacklist, dependencyWords, branch, extensions, proxy, add, remove] = args;
  if (address === "") throw new QlError(context.messages.subcommands.repo, USAGE);
  const { url, username, password } = readAddress(address);
  const isPrivate = password !== null || /^(ssh:|[^/:]+@)/.test(url);
  return {
    name: nameOf(url, branch),
    type: isPrivate ? "private_repository" : "public_repository",
    url,
    schedule: { kind: "manual" },
    ...(isPrivate && { pullMethod: password === null ? "ssh_key" as const : "password" as const }),
    ...(password !== null && { username, password }),
    ...given({ whitelist, blacklist, dependencyWords, branch, extensions, proxy }),
    ...rulesOf(add, remove, context),
  };
}

function fileOf([address = "", proxy, add, remove]: string[], context: Context): SubscriptionInput {
  if (address === "") throw new QlError(context.messages.subcommands.raw, USAGE);
  return {
    name: nameOf(address),
    type: "file",
    url: address,
    schedule: { kind: "manual" },
    ...given({ proxy }),
    ...rulesOf(add, remove, context),
  };
}

// Empty arguments stand for what is not set.
function given<T extends Record<string, string | undefined>>(values: T): Partial<Record<keyof T, string>> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(entries) as Partial<Record<keyof T, string>>;
}

function rulesOf(add: string | undefined, remove: string | undefined, { data }: Context) {
  const { autoAdd, autoDelete } = new ConfigFile(join(data, "config")).switches();
  return {
    autoAdd: add ? add === "true" : autoAdd ?? true,
    autoDelete: remove ? remove === "true" : autoDelete ?? true,
  };
}

// The panel stores credentials apart from the URL, encrypted.
function readAddress(text: string): { url: string; username: string; password: string | null } {
  const address = URL.canParse(text) ? new URL(text) : null;
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  if (!address || !isWeb || address.username === "") return { url: text, username: "", password: null };
  const username = decodeURIComponent(address.password === "" ? "" : address.username);
  const password = decodeURIComponent(address.password || address.username);
  address.username = "";
  address.password = "";
  return { url: address.href, username, password };
}

function nameOf(url: string, branch = ""): string {
  const parts = (url.split(/[?#]/, 1)[0] ?? "").replace(/\.git$/, "").split(/[/:]/).filter((part) =>
    part !== ""
  );
  return [parts.slice(-2).join("/"), branch].filter((part) => part !== "").join(" ");
}

/** Finds or creates a subscription, pulls it and prints its log until it has ended. */
async function pull(wanted: SubscriptionInput, context: Context): Promise<number> {
  const panel = await findPanel(context);
  const found = await findSubscription(panel, wanted);
  const { name, schedule: _schedule, ...rules } = wanted;
  const { id } = found
    ? await call<Subscription>(panel, "PATCH", `/api/subscriptions/${found.id}`, rules)
    : await call<Subscription>(panel, "POST", "/api/subscriptions", wanted);
  print(found ? context.messages.found(id, found.name) : context.messages.created(id, name));
  if (found && found.url !== wanted.url) print(context.messages.moved(found.url, wanted.url));
  const body = { ids: [id] };
  const { results } = await call<{ results: { ok: boolean; error?: { detail: string } }[] }>(
    panel,
    "POST",
    "/api/subscriptions/run",
    body,
  );
  const [result] = results;
  if (result?.ok === false) throw new QlError(result.error?.detail ?? "");
  const { items: [run] } = await call<{ items: { id: number }[] }>(
    panel,
    "GET",
    `/api/subscriptions/${id}/runs?pageSize=1`,
  );
  return run ? await follow(panel, run.id) : 1;
}

/**
 * Finds the subscription of an address, or else that of its folder: another mirror before the same repository means the same
 * folder, with its tasks.
 */
async function findSubscription(panel: PanelClient, { url, branch = "", type }: SubscriptionInput) {
  const isFile = type === "file";
  const found: Subscription[] = [];
  for (let page = 1;; page++) {
    const { items } = await call<{ items: Subscription[] }>(
      panel,
      "GET",
      `/api/subscriptions?pageSize=${PAGE_SIZE}&page=${page}`,
    );
    found.push(...items.filter((one) => (one.type === "file") === isFile));
    if (items.length < PAGE_SIZE) break;
  }
  const alias = subscriptionAlias(url, { branch, isFile }).toLowerCase();
  return found.find((one) => one.url === url && one.branch === branch) ??
    found.find((one) => one.alias.toLowerCase() === alias);
}

interface FollowedRun {
  state: string;
  exitCode: number | null;
}

async function follow(panel: PanelClient, id: number): Promise<number> {
  const output = new LogOutput();
  for (let at = 0;;) {
    const run = await call<FollowedRun>(panel, "GET", `/api/runs/${id}`);
    const hasEnded = !["queued", "waiting_for_approval", "starting", "running"].includes(run.state);
    at += await printLog(panel, id, { from: at, output });
    if (hasEnded) return run.state === "succeeded" ? 0 : run.exitCode || 1;
    await sleep(systemClock, POLL_MS);
  }
}

async function printLog(
  panel: PanelClient,
  id: number,
  { from, output }: { from: number; output: LogOutput },
): Promise<number> {
  const headers = { range: `bytes=${from}-` };
  const response = await panel.request("GET", `/api/runs/${id}/log`, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Nothing was added since.
  if (response.status !== 206) return 0;
  output.print(bytes);
  return bytes.length;
}

async function findPanel({ data, messages }: Context): Promise<PanelClient> {
  const panel = PanelClient.fromEnvironment() ?? await PanelClient.local(data);
  if (panel === null) throw new QlError(messages.noPanel, NO_PANEL);
  return panel;
}

async function call<T>(panel: PanelClient, method: string, path: string, body?: unknown): Promise<T> {
  const response = await panel.request(method, path, body === undefined ? {} : { body });
  const json = await response.json();
  if (response.ok) return json as T; // as the API document says
  const issues: { path: string; message: string }[] = json.issues ?? [];
  throw new QlError(
    issues.length > 0
      ? issues.map(({ path, message }) => `${path}: ${message}`).join("\n")
      : `${json.title}: ${json.detail}`,
  );
}

/** Deletes logs older than some days: by the date in their name and their last change, so never one that is written to. */
function removeLogs([days = ""]: string[], { data, messages }: Context): Promise<number> {
  if (!/^\d{1,5}$/.test(days)) throw new QlError(messages.subcommands.rmlog, USAGE);
  const root = join(data, "logs");
  const removed = removeOlder(root, Date.now() - Number(days) * DAY_MS);
  print(messages.removed(removed));
  return Promise.resolve(0);
}

function removeOlder(folder: string, before: number): number {
  let removed = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      removed += removeOlder(path, before);
      if (readdirSync(path).length === 0) rmdirSync(path);
    } else if (entry.isFile() && entry.name.endsWith(".log") && isOlder(path, entry.name, before)) {
      rmSync(path);
      // When which line was written.
      rmSync(`${path}.times`, { force: true });
      removed++;
    }
  }
  return removed;
}

function isOlder(path: string, name: string, before: number): boolean {
  const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)/.exec(name) ?? [];
  const named = Date.parse(`${date}T${hours}:${minutes}:${seconds}`);
  const { mtimeMs } = lstatSync(path);
  return mtimeMs < before && (Number.isNaN(named) || named < before);
}

async function runExtra(_args: string[], { data, messages }: Context): Promise<number> {
  const extra = extraShell(join(data, "config"));
  if (extra === null) throw new QlError(messages.noExtra);
  // A run has evaluated config.sh, and has what that exports.
  const isInRun = Deno.env.has(runVariables.run);
  const around = isInRun ? { ...extra.around, firstFile: null } : extra.around;
  const [file = "", ...rest] = wrap({ ...extra, around, exitFile: "/dev/null" }, shells);
  const folders = foldersIn(data);
  const env = isInRun ? Deno.env.toObject() : { ...Deno.env.toObject(), ...oldPanelVariables(folders) };
  const child = spawn(file, rest, { cwd: folders.scripts, env, stdio: "inherit" });
  process.on("SIGINT", () => {});
  return await new Promise((resolve, reject) => {
    child.once("exit", (code) => resolve(code ?? 1)).once("error", reject);
  });
}

function print(text: string): void {
  writeLine(Deno.stdout, text);
}

function complain(text: string, code: number): number {
  writeLine(Deno.stderr, text);
  return code;
}
