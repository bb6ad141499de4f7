// What the plugins that Cronicle comes with run, as commands: shell scripts and HTTP requests.
import type { ImportContent, ImportedFile, ItemNote } from "../import_content.ts";
import { quoteWord } from "../../../contract/quote_word.ts";
import { trimEnd } from "../../../contract/trim_end.ts";

type Entry = Readonly<Record<string, unknown>>;

/** The command of a task, and the script that it runs. */
export interface EventCommand {
  command: string;
  script: ImportedFile | null;
  notes: ItemNote[];
}

export interface EventAction {
  id: string;
  name: string;
  event: Entry;
  plugin: Entry | undefined;
  /** Paths of scripts that are in use; the path of this script is added. */
  paths: Set<string>;
}

export function pluginCommand(
  action: EventAction,
): EventCommand | Omit<ImportContent["refused"][number], "kind" | "name"> {
  const { event, plugin } = action;
  const params = paramsOf(event["params"]);
  switch (textOf(event["plugin"])) {
    case "shellplug":
      return shellCommand(action, params);
    case "urlplug":
      return requestCommand(params);
    default: {
      const value = textOf(plugin?.["title"]) || textOf(event["plugin"]);
      return { reason: "not_supported", params: { field: "plugin", value } };
    }
  }
}

function paramsOf(params: unknown): Entry {
  return typeof params === "object" && params !== null ? { ...params } : {};
}

const extensions: Readonly<Record<string, string>> = {
  sh: ".sh",
  bash: ".sh",
  dash: ".sh",
  node: ".js",
  python: ".py",
  python3: ".py",
};

function shellCommand({ id, name, paths }: EventAction, params: Entry): ReturnType<typeof pluginCommand> {
  const source = textOf(params["script"]).replace(/\r\n?/g, "\n");
  const [, interpreter = "/bin/sh"] = /^#!(.+)\n/.exec(source) ?? [];
  const words = interpreter.trim().split(/\s+/);
  const program = (words[0]?.endsWith("/env") ? words[1] : words[0])?.split("/").at(-1) ?? "";
  const code = source.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  const [only = ""] = code;
  if (code.length === 0) return { reason: "command_missing" };
  const ignored = ["annotate", "json"].filter((field) => isOn(params[field]));
  const notes: ItemNote[] = ignored.length === 0
    ? []
    : [{ note: "settings_ignored", params: { settings: ignored.join(", ") } }];
  const extension = extensions[program];
  const isShell = extension === ".sh";
  if (isShell && words.length === 1 && code.length === 1 && !/\\$|<<|^\s*task\s/.test(only)) {
    return { command: only.trim(), script: null, notes };
  }
  const path = scriptPath(name, id, extension ?? "", paths);
  const script: ImportedFile = { key: path, name: path, path, content: { text: source }, executable: true };
  const command = extension === undefined
    ? `${interpreter.trim()} ${quoteWord(path)}`
    : `task ${quoteWord(path)}`;
  return { command, script, notes };
}

function scriptPath(name: string, id: string, extension: string, paths: Set<string>): string {
  const plain = trimEnd(name.replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_/, ""), "_").slice(0, 60);
  const first = `cronicle/${plain || id}${extension}`;
  const path = paths.has(first) ? `cronicle/${plain}_${id.replace(/\W/g, "_")}${extension}` : first;
  paths.add(path);
  return path;
}

// curl fails for the responses that the plugin counts as errors: those of 400 and more.
function requestCommand(params: Entry): ReturnType<typeof pluginCommand> {
  const url = textOf(params["url"]).trim();
  if (!/^https?:\/\//i.test(url)) return { reason: "field_missing", params: { field: "params.url" } };
  if (/\[\/?[\w-]+\]/.test(url)) {
    return { reason: "not_supported", params: { field: "params.url", value: "[…]" } };
  }
  const method = textOf(params["method"]).toUpperCase() || "GET";
  const headers = textOf(params["headers"]).split(/\r?\n/).filter((line) => line.includes(":"));
  const data = method === "GET" || method === "HEAD" ? "" : textOf(params["data"]);
  const seconds = Number(params["timeout"] ?? 0);
  const options = [
    ...method === "HEAD" ? ["--head"] : method === "GET" ? [] : ["--request", quoteWord(method)],
    ...headers.flatMap((header) => ["--header", quoteWord(header.trim())]),
    ...data === "" ? [] : ["--data-raw", quoteWord(data)],
    ...seconds > 0 ? ["--max-time", String(seconds)] : [],
    ...isOn(params["follow"]) ? ["--location"] : [],
    ...isOn(params["ssl_cert_bypass"]) ? ["--insecure"] : [],
  ];
  const checks = ["success_match", "error_match"].filter((field) => textOf(params[field]) !== "");
  return {
    command: ["curl --silent --show-error --fail", ...options, quoteWord(url)].join(" "),
    script: null,
    notes: checks.length === 0 ? [] : [{ note: "settings_ignored", params: { settings: checks.join(", ") } }],
  };
}

/** Returns a text or number as text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || value === true ? String(value) : "";
}

/** Returns whether a switch of Cronicle is on: `1`, `"1"` or `true`. */
export function isOn(value: unknown): boolean {
  return value === true || Number(value) === 1;
}
