// The panel as code: a folder of YAML files, one for each object.
import * as z from "zod";
import { fieldChange } from "./changes.ts";
import { configurationLimits } from "./limits/configuration.ts";
import { id, line } from "./shapes.ts";

/** Kinds of objects that a folder describes, in the order in which they are created. */
export const configuredKinds = [
  "calendar",
  "heartbeat",
  "channel",
  "task",
  "window",
  "view",
  "rule",
] as const;
export type ConfiguredKind = (typeof configuredKinds)[number];

/** The folder of each kind. */
export const configurationFolders = {
  calendar: "calendars",
  heartbeat: "heartbeats",
  channel: "channels",
  task: "tasks",
  window: "windows",
  view: "views",
  rule: "rules",
} as const satisfies Record<ConfiguredKind, string>;

export const configurationFile = z.strictObject({
  path: z.string().max(300).meta({ description: "Path below the folder, such as `tasks/backup.yaml`" }),
  text: z.string().max(configurationLimits.fileBytes),
});
export type ConfigurationFile = z.infer<typeof configurationFile>;

/** Response of `GET /api/configuration/export`. */
export const configurationFiles = z.object({ files: z.array(configurationFile) }).meta({
  id: "ConfigurationFiles",
});
export type ConfigurationFiles = z.infer<typeof configurationFiles>;

/** Body of `POST /api/configuration/plan` and `/apply`: all files of a folder. */
export const configurationBody = z.strictObject({
  files: z.array(configurationFile).max(configurationLimits.files),
  folder: line(1000).min(1).meta({
    description: "Name of the folder, such as its path. The panel shows it at what it has applied.",
  }),
  prune: z.boolean().default(false).meta({
    description: "Whether objects are deleted that were applied from this folder and that it no longer has",
  }),
}).meta({ id: "ConfigurationInput" });
export type ConfigurationBody = z.infer<typeof configurationBody>;

export const configurationActions = ["create", "update", "delete", "unchanged"] as const;
export type ConfigurationAction = (typeof configurationActions)[number];

export const configurationPlan = z.object({
  changes: z.array(z.object({
    path: z.string(),
    kind: z.enum(configuredKinds),
    name: z.string(),
    action: z.enum(configurationActions),
    id: id.nullable().meta({ description: "ID of the object; null for one that does not exist yet" }),
    fields: z.array(fieldChange).meta({ description: "The fields that differ, as the files name them" }),
    missingSecrets: z.array(z.string()).meta({
      description: "Names of required secrets that are not set and must be entered on the panel",
    }),
  })).meta({ description: "Every object of the folder, and those that are deleted, by path" }),
}).meta({ id: "ConfigurationPlan" });
export type ConfigurationPlan = z.infer<typeof configurationPlan>;
export type ConfigurationChange = ConfigurationPlan["changes"][number];

/** Response of `GET /api/configuration/managed`. */
export const managedObjects = z.object({
  items: z.array(z.object({
    kind: z.enum(configuredKinds),
    id,
    path: z.string(),
    subscriptionId: id.nullable().meta({
      description: "Subscription that has applied it; null for a folder",
    }),
    source: z.string().meta({ description: "Name of the subscription, or of the folder" }),
  })),
}).meta({ id: "ManagedObjects" });
export type ManagedObjects = z.infer<typeof managedObjects>;
