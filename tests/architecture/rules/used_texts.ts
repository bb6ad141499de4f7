import { loginStatuses } from "../../../server/contract/login_statuses.ts";
import { roles } from "../../../server/contract/roles.ts";
import { signOnErrors } from "../../../server/contract/sign_on_errors.ts";
import { skipReasons } from "../../../server/contract/runs.ts";
import { whyResults } from "../../../server/contract/task_statistics.ts";
import { changeAuthors } from "../../../server/contract/task_changes.ts";
import { taskFields } from "../../../server/contract/task_fields.ts";
import { isTest, type Rule } from "../rule.ts";

interface BuiltKeys {
  prefix: string;
  /** The endings; without them, every key with the prefix counts as used. */
  names?: readonly string[];
  reason: string;
}

/**
 * Keys that code builds from a value, such as t(`modules.${module}`), so they do not occur in full anywhere.
 */
const builtKeys: readonly BuiltKeys[] = [
  { prefix: "about.", names: ["executable", "container", "sources"], reason: "the kind of installation" },
  { prefix: "actionNames.", reason: "the action of an audit entry" },
  { prefix: "applications.", names: ["none", "read", "run", "write"], reason: "the level of a permission" },
  { prefix: "audit.", names: changeAuthors, reason: "the kind of requester or author" },
  { prefix: "auth.lost_", reason: "what was lost" },
  { prefix: "backup.thing_", reason: "the kind of content in a backup" },
  { prefix: "dataImport.help_", reason: "the source of an import" },
  { prefix: "dataImport.title_", reason: "the state of an import" },
  { prefix: "deliveryStates.", reason: "the state of a delivery" },
  { prefix: "eventGroups.", reason: "the group of an event" },
  { prefix: "eventNames.", reason: "the name of an event" },
  {
    prefix: "loginLog.",
    names: loginStatuses,
    reason: "the status of a login",
  },
  { prefix: "modules.", reason: "the module of a permission or of an audit entry" },
  { prefix: "offline.", reason: "a text of the page that the service worker shows" },
  {
    prefix: "progress.",
    names: ["backup", "restore", "update", "restart"],
    reason: "the kind of operation",
  },
  { prefix: "progress.step_", reason: "the step of an operation" },
  { prefix: "runDetails.skip_", names: skipReasons, reason: "the reason for a skipped run" },
  { prefix: "signOnErrors.", names: signOnErrors, reason: "why a login failed" },
  { prefix: "sso.", names: roles, reason: "a role" },
  { prefix: "scopeSummary.", reason: "the scope of an application" },
  { prefix: "statistics.why_", names: whyResults, reason: "why a task ran or did not" },
  { prefix: "app.", names: ["light", "dark", "system"], reason: "the theme" },
  { prefix: "app.", names: roles, reason: "the role of an account" },
  { prefix: "accounts.", names: roles.map((role) => `${role}Text`), reason: "the role of an account" },
  { prefix: "systemLog.", names: ["debug", "info", "warn", "error"], reason: "the level of a line" },
  { prefix: "tasks.", names: Object.keys(taskFields), reason: "the name of a field" },
  { prefix: "templateField.", reason: "the name of a template field" },
];

const folder = "web/messages/en/";

export const usedTextRule: Rule = {
  says: "Every text of the page is used: its key occurs in the code, or is listed as built from a value",
  find(tree) {
    const code = [...tree].filter(([path]) =>
      /^(web|server)\/.*\.tsx?$/.test(path) && !isTest(path) && !/^web\/messages\/(en|zh)\//.test(path)
    ).map(([, text]) => text).join("\n");
    const written = new Set(code.match(/(?<=["'`])\w+\.\w+(?=["'`])/g));
    return [...tree].filter(([path]) => path.startsWith(folder)).flatMap(([path, text]) =>
      keysOf(text).filter((key) => !written.has(key) && !isBuilt(key)).map((key) =>
        `${path}: ${key} is unused`
      )
    );
  },
  broken: {
    "web/messages/en/logs.ts": `export const logs = {\n  folder: "Folder",\n};\n`,
    "web/messages/en/system_log.ts":
      `export const systemLog = {\n  debug: "Debug",\n  message: "Message",\n};\n`,
  },
  allowed: {
    "web/messages/en/queue.ts":
      `export const queue = {\n  title: "Queue",\n  long:\n    "A long text",\n};\n`,
    "web/messages/en/audit.ts": `export const actionNames = {\n  run: "Run",\n};\n`,
    "web/features/queue/page.tsx": 't(isLong ? "queue.long" : `queue.title`)',
  },
};

/** Returns the keys of the objects that a file of texts exports, relying on the formatter's layout. */
function keysOf(text: string): string[] {
  return [...text.matchAll(/^export const (\w+)[^\n]*= \{\n([\s\S]*?)^\}/gm)].flatMap((
    [, feature, body = ""],
  ) => [...body.matchAll(/^ {2}"?(\w+)"?:/gm)].map(([, name]) => `${feature}.${name}`));
}

function isBuilt(key: string): boolean {
  return builtKeys.some(({ prefix, names }) =>
    key.startsWith(prefix) && (names === undefined || names.includes(key.slice(prefix.length)))
  );
}
