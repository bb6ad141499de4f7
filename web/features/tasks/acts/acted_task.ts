import type { Task } from "../../../../server/contract/tasks.ts";

export type ActedTask = Pick<Task, "id" | "name" | "status">;

export type LabelledTask = Pick<Task, "id" | "name" | "labels">;
