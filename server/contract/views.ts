import * as z from "zod";
import { id, instant, line, text } from "./shapes.ts";
import { taskLimits } from "./limits/tasks.ts";
import { taskSortFields, viewOperators, viewProperties } from "./task_fields.ts";

export const viewCondition = z.strictObject({
  property: z.enum(viewProperties),
  operator: z.enum(viewOperators),
  // As long as a filter or a search of the list, which can be saved as a view.
  values: z.array(text(taskLimits.filterValue).min(1)).min(1).max(50),
});
export type ViewCondition = z.infer<typeof viewCondition>;

export const viewSort = z.strictObject({
  field: z.enum(taskSortFields),
  descending: z.boolean(),
});

const settable = {
  name: line(60).min(1),
  conditions: z.array(viewCondition).max(20),
  relation: z.enum(["and", "or"]),
  sort: z.array(viewSort).max(5),
  hidden: z.boolean(),
};

const shared = z.boolean().meta({
  description: "Whether everyone whose role holds for the whole panel sees the view",
});

/** Body of `POST /api/views`. */
export const viewInput = z.strictObject({
  ...settable,
  relation: settable.relation.default("and"),
  sort: settable.sort.default([]),
  hidden: settable.hidden.default(false),
  shared: shared.optional().meta({
    description: "Shares the view; false by default, and always true for a view that belongs to the panel",
  }),
}).meta({ id: "ViewInput" });
export type ViewInput = z.infer<typeof viewInput>;

/** Body of `POST /api/views/count`: conditions that need not be saved. */
export const viewCountBody = z.strictObject({
  conditions: settable.conditions,
  relation: settable.relation.default("and"),
}).meta({ id: "ViewCountBody" });
export type ViewCountBody = z.infer<typeof viewCountBody>;

export const viewCount = z.object({
  total: z.int().meta({ description: "Number of tasks that match the conditions" }),
}).meta({ id: "ViewCount" });
export type ViewCount = z.infer<typeof viewCount>;

/** Body of `PATCH /api/views/{id}`. */
export const viewPatch = z.strictObject({ ...settable, shared }).partial().meta({ id: "ViewPatch" });
export type ViewPatch = z.infer<typeof viewPatch>;

export const view = z.object({
  id,
  ...settable,
  shared,
  owner: z.string().nullable().meta({
    description: "Name of the account that it belongs to; null for the panel",
  }),
  editable: z.boolean().meta({ description: "Whether the caller may change and delete the view" }),
  position: z.int().meta({ description: "Position in the caller's own order, from 0" }),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "View" });
export type View = z.infer<typeof view>;

/** Maximum number of views of one account, and of shared ones. */
export const maxViews = 200;
/** Maximum number of views that one person can see: those of the account, and the shared ones. */
export const maxVisibleViews = 2 * maxViews;
/** Maximum total number of values in the conditions of one view: each is compared with every task. */
export const maxConditionValues = 100;

/** Body of `PUT /api/views/order`: every view that the caller sees, in its new order. */
export const viewOrderBody = z.strictObject({ ids: z.array(id).min(1).max(maxVisibleViews) });
