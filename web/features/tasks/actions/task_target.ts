import type { Task } from "../../../../server/contract/tasks.ts";

export type TaskTarget = Pick<Task, "id" | "name" | "status">;

export type LabelledTask = Pick<Task, "id" | "name" | "labels">;
