// Checks what a schema cannot know about a subscription: whether its address, patterns and schedule are valid
// together.
import { isName, isReservedName } from "../../platform/files/path_names.ts";
import type { FieldIssue } from "../../contract/app_error.ts";
import { CronError } from "../../contract/cron/expression.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";
import { isAlias, readSubscriptionAddress } from "../../contract/subscription_address.ts";
import type { SubscriptionSchedule } from "../../contract/subscriptions.ts";
import { timetableOfSchedule } from "./plan_source.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { isMasked, readProxy } from "../../platform/outbound/proxy.ts";
import { compilePattern, PatternError } from "./pick/path_pattern.ts";

/** Maximum interval between two pulls, in ms. */
const MAX_INTERVAL_MS = 366 * 86_400_000;
const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The resulting subscription; new secrets are in plain text. */
export interface Draft {
  row: Omit<SubscriptionRow, "id">;
  /** A new proxy; undefined if unchanged. */
  proxy: string | undefined;
  /** Whether the stored password has to be entered again, because it was meant for another server. */
  needsPassword: boolean;
}

export interface RulesAround {
  protocols: readonly string[];
  keyIssues: readonly FieldIssue[];
  /** Whether the panel has a key for subscriptions without one. */
  hasPanelKey: boolean;
}

/** Returns the issues of the resulting subscription. */
export async function subscriptionIssues(
  { row, proxy, needsPassword }: Draft,
  { protocols, keyIssues, hasPanelKey }: RulesAround,
): Promise<FieldIssue[]> {
  return [
    ...(row.name === "" ? [issue("name", "required")] : []),
    ...addressIssues(row, protocols),
    ...branchIssues(row.branch),
    ...secretIssues(row, hasPanelKey || keyIssues.length > 0),
    ...(needsPassword ? [issue("password", "password_again")] : []),
    ...keyIssues,
    ...proxyIssues(proxy),
    ...await patternIssues(row),
    ...(row.review === "pinned" && row.pinned_commit === null ? [issue("pinnedCommit", "required")] : []),
    ...applyFolderIssues(row),
    ...(isAlias(row.alias) ? [] : [issue("alias", "invalid_character")]),
    ...(row.time_zone !== null && !isTimeZone(row.time_zone) ? [issue("timeZone", "unknown_time_zone")] : []),
    // Written by the mapping of the form fields.
    ...scheduleIssues(JSON.parse(row.schedule_json) as SubscriptionSchedule),
  ];
}

function issue(path: string, code: IssueCode, params?: FieldIssue["params"]): FieldIssue {
  return { path, code, ...(params && { params }) };
}

/** Returns whether a path is that of a folder within a repository. */
function isFolderPath(path: string): boolean {
  return path === "." || path.split("/").every((name) => isName(name) && !isReservedName(name));
}

function applyFolderIssues({ apply_folder: folder, type }: Draft["row"]): FieldIssue[] {
  if (folder === null) return [];
  if (type === "file") return [issue("applyFolder", "invalid")];
  return isFolderPath(folder) ? [] : [issue("applyFolder", "outside_root", { root: "repository" })];
}

function addressIssues({ url, type, pull_method }: Draft["row"], protocols: readonly string[]): FieldIssue[] {
  const examples = type === "file"
    ? "https://example.com/folder/script.js"
    : "https://example.com/owner/name.git, git@example.com:owner/name.git";
  const address = readSubscriptionAddress(url);
  const isWeb = address?.protocol === "https" || address?.protocol === "http";
  if (
    !address || (type === "file" && (!isWeb || !/[^/]\.[^/.]+$/.test(address.path.split("?", 1)[0] ?? "")))
  ) {
    return [issue("url", "bad_subscription_address", { examples })];
  }
  const { protocol } = address;
  if (!protocols.includes(protocol)) return [issue("url", "protocol_not_allowed", { protocol })];
  if (address.password !== null || (isWeb && address.user !== null)) {
    return [issue("url", "address_has_secret")];
  }
  if (type !== "private_repository") return [];
  if (pull_method === "ssh_key" && protocol !== "ssh") return [issue("url", "needs_ssh_address")];
  return pull_method === "password" && !isWeb ? [issue("url", "needs_web_address")] : [];
}

// The rules of `git check-ref-format`.
function branchIssues(branch: string): FieldIssue[] {
  const isWrong = branch !== "" &&
    // deno-lint-ignore no-control-regex -- what no branch has
    (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|[/.]$|\.lock(\/|$)|\/\./.test(branch) ||
      branch === "@");
  return isWrong ? [issue("branch", "bad_branch")] : [];
}

function secretIssues(row: Draft["row"], needsNoKey: boolean): FieldIssue[] {
  if (row.type !== "private_repository") return [];
  if (row.pull_method === null) return [issue("pullMethod", "required")];
  if (row.pull_method === "ssh_key") {
    return row.private_key_sealed === null && !needsNoKey ? [issue("privateKey", "required")] : [];
  }
  return row.password_sealed === null ? [issue("password", "required")] : [];
}

function proxyIssues(proxy: string | undefined): FieldIssue[] {
  if (!proxy) return [];
  if (isMasked(proxy)) return [issue("proxy", "proxy_password_hidden")];
  return readProxy(proxy) === null ? [issue("proxy", "bad_proxy")] : [];
}

async function patternIssues(row: Draft["row"]): Promise<FieldIssue[]> {
  const fields = {
    whitelist: row.whitelist,
    blacklist: row.blacklist,
    dependencyWords: row.dependency_words,
  };
  const issues: FieldIssue[] = [];
  for (const [path, source] of Object.entries(fields)) {
    try {
      if (source.trim() !== "") await compilePattern(source.trim());
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      issues.push(issue(path, error.reason === "syntax" ? "incorrect_pattern" : "pattern_not_supported"));
    }
  }
  return issues;
}

function scheduleIssues(schedule: SubscriptionSchedule): FieldIssue[] {
  if (schedule.kind === "interval" && schedule.every * UNIT_MS[schedule.unit] > MAX_INTERVAL_MS) {
    const max = Math.floor(MAX_INTERVAL_MS / UNIT_MS[schedule.unit]);
    return [issue("schedule.every", "too_big", { max })];
  }
  if (schedule.kind !== "cron") return [];
  return schedule.rules.flatMap((rule, index) => {
    try {
      const timetable = timetableOfSchedule({ kind: "cron", rules: [rule] }, "UTC", 0);
      // These are for tasks: they end, or depend on runs.
      const isRepeated = timetable?.rules.every(({ kind }) => kind !== "once" && kind !== "after");
      if (isRepeated) return [];
      const span = { field: "expression", start: 0, end: rule.length };
      return [issue(`schedule.rules.${index}`, "incorrect_subscription_schedule", span)];
    } catch (error) {
      if (!(error instanceof CronError)) throw error;
      const { field, start, end } = error.error;
      return [issue(`schedule.rules.${index}`, "incorrect_subscription_schedule", { field, start, end })];
    }
  });
}
