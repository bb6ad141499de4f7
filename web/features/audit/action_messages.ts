// An act is written as `tasks.run` or `files.config.content.replace`: its module, then what was done. The page has words for
// both; for what it has none, the act itself is shown.
import type { Messages } from "../../messages/create_messages.ts";

/** Splits an act into the names of its texts. */
export function namesOfAction(action: string): { module: string; deed: string } {
  const [first = "", ...rest] = action.split(".");
  // Files are told apart by what they are for.
  const [module = "", ...deed] = first === "files" ? rest : [first, ...rest];
  return { module: camelCase(module), deed: camelCase(deed.join("-")) };
}

/** Modules that can be looked for, and how their acts begin. */
export const soughtModules = [
  ["tasks", "tasks"],
  ["runs", "runs"],
  ["views", "views"],
  ["variables", "variables"],
  ["subscriptions", "subscriptions"],
  ["dependencies", "dependencies"],
  ["scripts", "scripts,files.scripts"],
  ["config", "files.config"],
  ["logs", "logs"],
  ["settings", "settings"],
  ["account", "account"],
  ["login", "login,auth"],
  ["applications", "applications"],
  ["notifications", "notifications"],
  ["backups", "backups"],
  ["system", "system"],
] as const;

/** Says an act in the words of the page. */
export function formatAction(
  action: string,
  { t, has }: Pick<Messages, "t" | "has">,
): { module: string; deed: string } {
  const { module, deed } = namesOfAction(action);
  const [moduleKey, deedKey] = [`modules.${module}`, `deeds.${deed}`];
  const known = has(moduleKey) && has(deedKey);
  return known ? { module: t(moduleKey), deed: t(deedKey) } : { module: action, deed: "" };
}

function camelCase(text: string): string {
  return text.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
