// What each person has set for themselves, and what their pages remember in any browser.
import * as z from "zod";
import { languages, themes } from "./settings.ts";
import { id } from "./shapes.ts";
import { builtInViews } from "./task_fields.ts";

const columnName = z.string().min(1).max(40);

export const preferences = z.strictObject({
  language: z.enum([...languages, "system"]).meta({
    description: "Language of the page; `system` for that of the browser",
  }),
  theme: z.enum(themes),
  timeZone: z.string().min(1).max(100).meta({
    description: "Time zone in which the page shows times, instead of the browser's",
  }),
  taskColumns: z.strictObject({
    shown: z.array(columnName).max(40).readonly().nullable(),
    widths: z.record(columnName, z.number().positive().max(10_000)),
    compact: z.boolean(),
  }).meta({ description: "Columns, widths in pixels and row height of the task list" }),
  taskPageSize: z.union([z.int().min(1).max(500), z.literal("all")]),
  taskList: z.strictObject({
    view: z.union([id, z.enum(builtInViews)]).optional(),
    sort: z.string().max(60).optional(),
  }).meta({ description: "View and order of the task list that were used last" }),
  bellSeen: z.strictObject({ until: z.string().max(40), version: z.string().max(40) }).meta({
    description:
      "Time until which the entries of the bell were seen, and the version of the panel whose update was",
  }),
}).partial().meta({ id: "Preferences" });
export type Preferences = z.infer<typeof preferences>;

const { shape } = preferences;

/** Body of `PATCH /api/account/preferences`; null removes one. */
export const preferencesPatch = z.strictObject({
  language: shape.language.nullable(),
  theme: shape.theme.nullable(),
  timeZone: shape.timeZone.nullable(),
  taskColumns: shape.taskColumns.nullable(),
  taskPageSize: shape.taskPageSize.nullable(),
  taskList: shape.taskList.nullable(),
  bellSeen: shape.bellSeen.nullable(),
}).meta({ id: "PreferencesPatch" });
export type PreferencesPatch = z.infer<typeof preferencesPatch>;

/** Maximum length of all that is stored for one account, as JSON. */
export const MAX_PREFERENCES_LENGTH = 16_384;
