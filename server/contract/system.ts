// Information about the panel: its version, its machine, how it is installed, and the available update.
import * as z from "zod";
import { instant, text } from "./shapes.ts";
import { zoneRules } from "./zone_rules.ts";

/** How the panel is installed, which decides how it is updated. */
export const programKinds = ["executable", "container", "sources"] as const;
export type ProgramKind = (typeof programKinds)[number];

/** Why an update failed; the `reason` of `update_failed`. */
export const updateProblems = [
  "unreachable",
  "address_refused",
  "certificate_refused",
  "bad_answer",
  "manifest_unreadable",
  "signature_wrong",
  "manifest_expired",
  "manifest_replayed",
  "older_version",
  "other_version",
  "no_asset",
  "download_cut",
  "download_wrong",
  "no_room",
  "not_writable",
  "does_not_start",
  "trial_failed",
  "interrupted",
  "start_failed",
  "unexpected",
] as const;
export type UpdateProblem = (typeof updateProblems)[number];

/** Why updates are impossible for this installation; the `reason` of `update_impossible`. */
export const updateObstacles = ["container", "sources", "no_key", "no_address"] as const;
export type UpdateObstacle = (typeof updateObstacles)[number];

const notes = z.object({ en: z.string(), zh: z.string() });

export const release = z.object({
  version: z.string(),
  releasedAt: instant,
  notes,
  size: z.int().nullable().meta({
    description: "Size of the download in bytes; null if the release has no build for this machine",
  }),
  image: z.string().nullable().meta({ description: "Container image of the release" }),
});
export type Release = z.infer<typeof release>;

export const updateCheck = z.object({
  state: z.enum(["latest", "available"]),
  current: z.string().meta({ description: "Version that is running" }),
  release: release.nullable(),
  obstacle: z.enum(updateObstacles).nullable().meta({
    description: "Why the panel cannot install the release; null if it can",
  }),
  checkedAt: instant,
}).meta({ id: "UpdateCheck" });
export type UpdateCheck = z.infer<typeof updateCheck>;

export const updateRequest = z.strictObject({
  version: text(100).min(1).meta({
    description: "Version to install; the request fails if the latest release is another version",
  }),
}).meta({ id: "UpdateWish" });

const dataPart = z.object({ name: z.string(), bytes: z.int() });

export const systemDetails = z.object({
  version: z.string(),
  commit: z.string().nullable(),
  builtAt: z.string().nullable(),
  deno: z.string().meta({ description: "Version of the Deno runtime" }),
  program: z.object({
    kind: z.enum(programKinds),
    path: z.string().nullable().meta({
      description: "Path of the executable; null if the panel does not run from one",
    }),
  }),
  startedAt: instant,
  startedAfterCrash: z.boolean().meta({
    description: "Whether the panel crashed before this start",
  }),
  restartable: z.boolean(),
  database: z.enum(["sqlite", "postgres"]).meta({
    description: "Database of the panel: embedded, or PostgreSQL",
  }),
  publicUrl: z.string().nullable().meta({
    description:
      "Address of the panel in messages, with its base path; null if `SUNDIAL_PUBLIC_URL` is not set",
  }),
  zoneRules,
  machine: z.object({
    system: z.string(),
    architecture: z.string(),
    processors: z.int(),
    load: z.number(),
    memoryBytes: z.int(),
    memoryFreeBytes: z.int(),
    panelBytes: z.int().meta({ description: "Memory used by the panel, in bytes" }),
    upMs: z.int(),
  }),
  data: z.object({
    path: z.string(),
    diskBytes: z.int().nullable(),
    diskFreeBytes: z.int().nullable(),
    parts: z.array(dataPart),
    complete: z.boolean().meta({
      description: "False if the time limit was reached before everything was counted",
    }),
  }),
  update: z.object({
    obstacle: z.enum(updateObstacles).nullable(),
    lastCheck: updateCheck.nullable(),
    lastFault: z.enum(updateProblems).nullable().meta({
      description: "Why the last check failed; null if it succeeded",
    }),
  }),
}).meta({ id: "SystemFacts" });
export type SystemDetails = z.infer<typeof systemDetails>;

export const licence = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});
export const licences = z.object({ items: z.array(licence) }).meta({ id: "Licences" });
export type Licences = z.infer<typeof licences>;

export const restartResult = z.object({
  seconds: z.int().meta({ description: "Number of seconds after which the panel should be available again" }),
}).meta({ id: "Restart" });
export type RestartResult = z.infer<typeof restartResult>;
