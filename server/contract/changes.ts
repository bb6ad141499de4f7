import * as z from "zod";

/** Kinds of objects whose changed fields the audit log records. */
export const changedKinds = [
  "task",
  "variable",
  "subscription",
  "settings",
  "notificationRule",
  "calendar",
] as const;
export type ChangedKind = (typeof changedKinds)[number];

export const fieldChange = z.object({
  field: z.string(),
  from: z.unknown().meta({ description: "The value before; null if there was none" }),
  to: z.unknown().meta({ description: "The value after" }),
  names: z.record(z.string(), z.string().nullable()).optional().meta({
    description:
      "For values that are ids: the present names of the objects, by id; null for one that no longer exists. Missing without the scope to read them.",
  }),
}).meta({ id: "FieldChange" });
export type FieldChange = z.infer<typeof fieldChange>;

/** One changed field in the audit log, with the object that it belongs to. */
export const auditedChange = z.object({
  ...fieldChange.shape,
  kind: z.enum(changedKinds),
  name: z.string().nullable().meta({ description: "Name of the object; null for the settings" }),
  masked: z.literal(true).optional().meta({
    description: "Set if the values may be secret: they are not recorded, and both are null",
  }),
}).meta({ id: "AuditedChange" });
export type AuditedChange = z.infer<typeof auditedChange>;
