// An audit action is written as `tasks.run` or `files.config.content.replace`: its module, then what was
// done. Actions without a message are displayed as they are.
import type { Messages } from "../../messages/create_messages.ts";

/** Splits an act into the names of its texts. */
export function namesOfAction(action: string): { module: string; name: string } {
  const [first = "", ...rest] = action.split(".");
  // Files are told apart by what they are for.
  const [module = "", ...name] = first === "files" ? rest : [first, ...rest];
  return { module: camelCase(module), name: camelCase(name.join("-")) };
}

/** Modules to filter by, and the prefix of their actions. */
export const filterableModules = [
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

/** Returns the message of an action. */
export function formatAction(
  action: string,
  { t, has }: Pick<Messages, "t" | "has">,
): { module: string; name: string } {
  const { module, name } = namesOfAction(action);
  const [moduleKey, nameKey] = [`modules.${module}`, `actionNames.${name}`];
  const known = has(moduleKey) && has(nameKey);
  return known ? { module: t(moduleKey), name: t(nameKey) } : { module: action, name: "" };
}

function camelCase(text: string): string {
  return text.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
