import * as z from "zod";
import { auditActors } from "./audit_log.ts";
import { fieldChange } from "./changes.ts";
import { id, idParams, instant, listQuery } from "./shapes.ts";

/** Who changes a task: an actor of the audit log, or a subscription with a pull. */
export const changeAuthors = [...auditActors, "subscription"] as const;
export type ChangeAuthor = (typeof changeAuthors)[number];

/** Who made a change, named as at that time. */
export const changedBy = z.object({
  kind: z.enum(changeAuthors),
  id: id.nullable(),
  name: z.string().nullable(),
}).meta({ id: "ChangedBy" });
export type ChangedBy = z.infer<typeof changedBy>;

export const taskChangeTypes = ["created", "updated", "restored"] as const;
export type TaskChangeType = (typeof taskChangeTypes)[number];

/** One entry of `GET /api/tasks/{id}/changes`. */
export const taskChange = z.object({
  id,
  at: instant,
  type: z.enum(taskChangeTypes).meta({
    description:
      "`created`: the fields with which the task was created, except defaults; `restored`: it was restored from the trash",
  }),
  by: changedBy,
  changes: z.array(fieldChange),
}).meta({ id: "TaskChange" });
export type TaskChange = z.infer<typeof taskChange>;

/** Query of `GET /api/tasks/{id}/changes`. */
export const taskChangesQuery = z.strictObject({ page: listQuery.page, pageSize: listQuery.pageSize });
export type TaskChangesQuery = z.infer<typeof taskChangesQuery>;

/** Parameters of `POST /api/tasks/{id}/changes/{changeId}/restore`. */
export const taskChangeParams = idParams.extend({ changeId: idParams.shape.id });
