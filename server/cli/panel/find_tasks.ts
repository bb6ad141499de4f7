import type { Task } from "../../contract/tasks.ts";
import type { Call } from "../command.ts";
import { findByName } from "./find_by_name.ts";
import type { PanelApi } from "./panel_api.ts";

/** Returns the task that the first operand names. Throws `NameError` or `ApiError`. */
export async function findTask(api: PanelApi, call: Call): Promise<Task> {
  return (await findTasks(api, call))[0]!;
}

/** Returns the tasks that the operands name. Throws `NameError` or `ApiError`. */
export async function findTasks(api: PanelApi, { operands, language }: Call): Promise<Task[]> {
  if (operands.every((one) => /^\d{1,15}$/.test(one))) {
    const found = await Promise.all(
      operands.map((id) => api.json<Task>("GET", `/tasks/${id}`).catch(() => null)),
    );
    if (found.every((one) => one !== null)) return found;
  }
  const { items } = await api.list<Task>("/tasks", { sort: "name" });
  return operands.map((wanted) => findByName(items, wanted, language));
}
