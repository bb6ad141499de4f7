// The trash of tasks: deleted tasks, which can be restored with their history.
import * as z from "zod";
import { id, instant, listQuery } from "./shapes.ts";
import { schedules } from "./tasks.ts";

/** Who deleted a task: a user or an application, or a subscription whose script is gone. */
export const trashCauses = ["user", "subscription"] as const;
export type TrashCause = (typeof trashCauses)[number];

export const trashQuery = z.strictObject({
  page: listQuery.page,
  pageSize: listQuery.pageSize,
  q: listQuery.q.meta({ description: "Text to search for in names and commands" }),
});
export type TrashQuery = z.infer<typeof trashQuery>;

export const trashedTask = z.object({
  id: id.meta({ description: "ID of the task, which it keeps when it is restored" }),
  name: z.string(),
  command: z.string(),
  schedules,
  cause: z.enum(trashCauses),
  deletedAt: instant,
  deletedBy: z.string().nullable().meta({ description: "Name of the user or the application" }),
  expiresAt: instant.meta({ description: "When the task and its runs are deleted permanently" }),
}).meta({ id: "TrashedTask" });
export type TrashedTask = z.infer<typeof trashedTask>;

/** Response of `POST /api/tasks/trash/empty`. */
export const trashEmptied = z.object({ removed: z.int() });
export type TrashEmptied = z.infer<typeof trashEmptied>;
