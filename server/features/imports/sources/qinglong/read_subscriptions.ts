// Subscriptions, and tasks that run `ql repo` or `ql raw`. Their folders get the names that the `ql` command gave them, so
// that the commands of tasks still find their scripts.
import { keepEitherDay } from "../../../../contract/cron/either_day.ts";
import { subscriptionLimits } from "../../../../contract/limits/subscriptions.ts";
import { subscriptionAlias, withoutSecret } from "../../../../contract/subscription_address.ts";
import { readSubscriptionLine, type SubscriptionLine } from "../../../../contract/subscription_line.ts";
import {
  intervalUnits,
  type SubscriptionInput,
  type SubscriptionSchedule,
} from "../../../../contract/subscriptions.ts";
import type { Schedules } from "../../../../contract/tasks.ts";
import { fieldsOf } from "../../../../platform/json_fields.ts";
import type { ForeignRow, TableColumns } from "../../foreign_database.ts";
import type { ImportContent, ItemNote } from "../../import_content.ts";
import { cleanLine, cleanText, isSet, jsonOf, keyOf, textOf } from "./values.ts";

export const subscriptionColumns: TableColumns = {
  read: [
    "id",
    "name",
    "url",
    "schedule",
    "interval_schedule",
    "type",
    "whitelist",
    "blacklist",
    "dependences",
    "extensions",
    "sub_before",
    "sub_after",
    "branch",
    "pull_type",
    "pull_option",
    "is_disabled",
    "schedule_type",
    "alias",
    "proxy",
    "autoAddCron",
    "autoDelCron",
    "createdAt",
  ],
  ignored: ["updatedAt", "status", "pid", "log_path"],
};

/** Returns the line of a command that updates a repository or file, or null for any other command. */
export function readSubscriptionCommand(command: string): SubscriptionLine | null {
  return /^(?:task\s+)?ql\s+(?:repo|raw)\s/.test(command) ? readSubscriptionLine(command) : null;
}

export interface SubscriptionOptions {
  content: ImportContent;
  /** Returns a private key of the folder `ssh.d`, by its name. */
  findKey(name: string): string | null;
}

type Login = Pick<SubscriptionInput, "type" | "pullMethod" | "username" | "password" | "privateKey">;

interface FromTask {
  key: string;
  name: string;
  line: SubscriptionLine;
  schedules: Schedules;
  enabled: boolean;
  before: string | null;
  after: string | null;
  notes: ItemNote[];
}

export class ReadSubscriptions {
  readonly #keys = new Map<string, string>();
  /** The file of a single-file subscription there, and here. */
  readonly #files = new Map<string, string>();

  constructor(private readonly options: SubscriptionOptions) {}

  /** Returns the key of the subscription with this ID there; null without one. */
  keyOf(id: string): string | null {
    return this.#keys.get(id) ?? null;
  }

  /** Returns where a script there lies here. */
  movedTo(path: string): string | null {
    return this.#files.get(path) ?? null;
  }

  /** Returns a command with the new path of a single file. */
  rewrite(command: string): string {
    for (const [from, to] of this.#files) {
      const words = command.split(/(\s+)/);
      const index = words.findIndex((word) => word.replace(/^\/ql(?:\/data)?\/scripts\//, "") === from);
      if (index < 0) continue;
      words[index] = to;
      return words.join("");
    }
    return command;
  }

  add(row: ForeignRow): void {
    const { content } = this.options;
    const { url, user, password } = withoutSecret(textOf(row, "url"));
    const isFile = textOf(row, "type") === "file";
    const branch = isFile ? "" : textOf(row, "branch").trim();
    const name = cleanLine(textOf(row, "name"), subscriptionLimits.name) || textOf(row, "alias") || url;
    const notes: ItemNote[] = [];
    const schedule = scheduleOf(row);
    if (schedule === null) {
      return void content.refused.push({ kind: "subscriptions", name, reason: "schedule_missing" });
    }
    const enabled = !isSet(row, "is_disabled");
    if (!enabled) notes.push({ note: "disabled_there" });
    const alias = this.#folderOf(url, { branch, isFile });
    const login = this.#loginOf(row, { user, password });
    const input: SubscriptionInput = {
      name,
      url,
      branch,
      alias,
      schedule,
      enabled,
      whitelist: textOf(row, "whitelist").trim(),
      blacklist: textOf(row, "blacklist").trim(),
      dependencyWords: textOf(row, "dependences").trim(),
      extensions: textOf(row, "extensions").trim(),
      before: blankToNull(cleanText(textOf(row, "sub_before"))),
      after: blankToNull(cleanText(textOf(row, "sub_after"))),
      proxy: proxyOf(textOf(row, "proxy").trim()),
      // NULL means on.
      autoAdd: row["autoAddCron"] === null || isSet(row, "autoAddCron"),
      autoDelete: row["autoDelCron"] === null || isSet(row, "autoDelCron"),
      ...login,
      ...(isFile && { type: "file", pullMethod: null }),
    };
    this.#keys.set(textOf(row, "id"), keyOf(row));
    content.subscriptions.push({ key: keyOf(row), name, input, notes });
  }

  addFromTask({ key, name, line, schedules, enabled, before, after, notes }: FromTask): void {
    const { content, findKey } = this.options;
    const isFile = line.type === "file";
    const alias = this.#folderOf(line.url, { branch: line.branch, isFile });
    const { username, password, pullMethod, proxy, ...rest } = line;
    const privateKey = pullMethod === "ssh_key" ? findKey(alias) ?? findKey(GLOBAL_KEY) : null;
    const input: SubscriptionInput = {
      ...rest,
      name,
      alias,
      enabled,
      before,
      after,
      pullMethod,
      proxy: proxyOf(proxy),
      schedule: Array.isArray(schedules) ? { kind: "cron", rules: schedules } : { kind: "manual" },
      ...(password !== "" && { username, password }),
      ...(privateKey !== null && { privateKey }),
    };
    content.subscriptions.push({
      key: `task ${key}`,
      name,
      input,
      notes: [...notes, { note: "became_subscription" }],
    });
  }

  #folderOf(url: string, { branch, isFile }: { branch: string; isFile: boolean }): string {
    const alias = subscriptionAlias(url, { branch, isFile });
    if (isFile) {
      const bare = url.split(/[?#]/, 1)[0] ?? "";
      const file = decodeURIComponentOr(bare.slice(bare.lastIndexOf("/") + 1));
      const extension = /\.[^.]*$/.exec(file)?.[0] ?? "";
      this.#files.set(`raw_${alias}${extension}`, `${alias}/${file}`);
    }
    return alias;
  }

  #loginOf(row: ForeignRow, { user, password }: { user: string | null; password: string | null }): Login {
    if (textOf(row, "type") !== "private-repo") {
      if (password === null && user === null) return { type: "public_repository" };
      return byPassword(user, password);
    }
    const option = fieldsOf(jsonOf(row, "pull_option"));
    if (textOf(row, "pull_type") === "user-pwd") {
      return byPassword(stringOr(option["username"], user), stringOr(option["password"], password));
    }
    const { findKey } = this.options;
    const privateKey = stringOr(option["private_key"], null) ?? findKey(textOf(row, "alias")) ??
      findKey(GLOBAL_KEY);
    return {
      type: "private_repository",
      pullMethod: "ssh_key",
      ...(privateKey !== null && { privateKey: `${privateKey.trim()}\n` }),
    };
  }
}

/** The key of the settings, which applies to all hosts. */
export const GLOBAL_KEY = "~global_global";

function byPassword(username: string | null, password: string | null): Login {
  return {
    type: "private_repository",
    pullMethod: "password",
    username: username ?? "",
    ...(password !== null && { password }),
  };
}

function stringOr(value: unknown, fallback: string | null): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : fallback;
}

function scheduleOf(row: ForeignRow): SubscriptionSchedule | null {
  const rule = keepEitherDay(textOf(row, "schedule").trim().replace(/\s+/g, " "));
  const interval = fieldsOf(jsonOf(row, "interval_schedule"));
  const every = Number(interval["value"]);
  const unit = intervalUnits.find((one) => one === interval["type"]);
  const isInterval = unit !== undefined && Number.isInteger(every) && every >= 1;
  if (isInterval && (textOf(row, "schedule_type") === "interval" || rule === "")) {
    return { kind: "interval", every, unit };
  }
  return rule === "" ? null : { kind: "cron", rules: [rule] };
}

// For SSH, the proxy there is the host and port of a SOCKS proxy.
function proxyOf(proxy: string): string {
  return /^[\w.-]+:\d+$/.test(proxy) ? `socks5://${proxy}` : proxy;
}

function blankToNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
