// Imports from other programs: an uploaded file is read into a report, which changes nothing, and applied on request.
import * as z from "zod";
import { errorCodes } from "./error_codes.ts";
import { importNotes, importOmissions, importRefusals } from "./import_reasons.ts";
import { importSources } from "./import_sources.ts";
import { id, instant } from "./shapes.ts";

export type ImportSourceName = (typeof importSources)[number];

/** What can be imported, in the order in which it is created. */
export const importKinds = [
  "config",
  "scripts",
  "variables",
  "subscriptions",
  "tasks",
  "dependencies",
  "channels",
  "applications",
  "views",
] as const;
export type ImportKind = (typeof importKinds)[number];

export const importStates = ["ready", "running", "done", "failed"] as const;
export type ImportState = (typeof importStates)[number];

/** Maximum number of `items` of one kind in a report. The counts cover all. */
export const MAX_REPORTED_ITEMS = 1000;

const params = z.record(z.string(), z.union([z.string(), z.number()]));
/** Values for the placeholders of a message. */
export type ImportParams = z.infer<typeof params>;

const rejectedItem = z.object({
  name: z.string(),
  reason: z.enum(importRefusals),
  params,
  message: z.string().meta({ description: "The reason as a sentence, in the caller's language" }),
});

const reportedItem = z.object({
  name: z.string(),
  state: z.enum(["created", "unchanged"]),
  target: z.string().meta({ description: "What the item becomes here, such as a schedule or a path" }),
  notes: z.array(z.object({ note: z.enum(importNotes), params, message: z.string() })),
});

export const importKindReport = z.object({
  created: z.int().meta({ description: "Number of items that the import creates or has created" }),
  unchanged: z.int().meta({ description: "Number of items that exist already; they are not changed" }),
  refused: z.array(rejectedItem),
  items: z.array(reportedItem).meta({ description: `Up to ${MAX_REPORTED_ITEMS} entries` }),
}).meta({ id: "ImportKindReport" });
export type ImportKindReport = z.infer<typeof importKindReport>;

export const importReport = z.object(
  Object.fromEntries(importKinds.map((kind) => [kind, importKindReport])) as Record<
    ImportKind,
    typeof importKindReport
  >,
).meta({ id: "ImportReport" });
export type ImportReport = z.infer<typeof importReport>;

export const importResource = z.object({
  id,
  source: z.enum(importSources),
  fileName: z.string().nullable().meta({ description: "Name of the uploaded file; null if not stated" }),
  state: z.enum(importStates).meta({
    description:
      "`ready`: nothing is changed yet; `failed`: interrupted or stopped by an error, can be applied again",
  }),
  report: importReport.meta({
    description: "What an import would create while `ready`; otherwise what it has created so far",
  }),
  leftOut: z.array(z.object({ what: z.enum(importOmissions), message: z.string() })).meta({
    description: "What the source contains but an import never takes",
  }),
  progress: z.object({ done: z.int(), total: z.int() }).nullable().meta({
    description: "Number of items handled so far; null unless `running`",
  }),
  enabled: z.boolean().nullable().meta({
    description: "`enable` of the last `apply`; null before the first",
  }),
  held: z.int().meta({
    description:
      "Number of tasks, subscriptions, variables, channels, applications and files that take no effect only because `enable` was false; applying with `enable` set enables them",
  }),
  error: z.object({ code: z.enum(errorCodes), title: z.string(), detail: z.string() }).nullable(),
  createdAt: instant,
  expiresAt: instant.meta({ description: "When the upload is deleted" }),
}).meta({ id: "Import" });
export type ImportResource = z.infer<typeof importResource>;

/** Query of `POST /api/imports`. */
export const importQuery = z.strictObject({
  source: z.enum(["auto", ...importSources]).default("auto"),
  name: z.string().max(255).optional().meta({
    description: "Name of the uploaded file, which helps to recognize a single file",
  }),
});
export type ImportQuery = z.infer<typeof importQuery>;

/** Body of `POST /api/imports/{id}/apply`. */
export const importApplyBody = z.strictObject({
  enable: z.boolean().default(false).meta({
    description:
      "Whether what is imported takes effect; otherwise tasks, subscriptions, variables, channels and applications are created disabled, and files that take effect by their names are stored as `<name>.imported`",
  }),
}).meta({ id: "ImportApply" });
export type ImportApply = z.infer<typeof importApplyBody>;

export const importList = z.object({ items: z.array(importResource) });
export type ImportList = z.infer<typeof importList>;
