import type { Task } from "../../../server/contract/tasks.ts";
import type { Messages } from "../../messages/create_messages.ts";

/** Formats on which nodes a task runs. */
export function placementText({ pool, mode }: Task["placement"], { t }: Pick<Messages, "t">): string {
  const name = pool ?? t("tasks.poolAny");
  return mode === "all" ? t("tasks.poolEach", { pool: name }) : name;
}

/** Returns whether a task runs elsewhere than tasks do by default. */
export function isPlaced({ pool, mode }: Task["placement"]): boolean {
  return pool !== "default" || mode !== "any";
}
