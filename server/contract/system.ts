// Information about the panel: its version, its machine, how it is installed, and the available update.
import * as z from "zod";
import { instant, text } from "./shapes.ts";

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

/** A release as published. */
export const release = z.object({
  version: z.string(),
  releasedAt: instant,
  notes,
  size: z.int().nullable().meta({
    description: "Bytes to download; null when there is nothing for this machine",
  }),
  image: z.string().nullable().meta({ description: "The container image of this release" }),
});
export type Release = z.infer<typeof release>;

export const updateCheck = z.object({
  state: z.enum(["latest", "available"]),
  current: z.string().meta({ description: "The version that runs" }),
  release: release.nullable(),
  obstacle: z.enum(updateObstacles).nullable().meta({
    description: "Why it cannot be installed from here; null when it can",
  }),
  checkedAt: instant,
}).meta({ id: "UpdateCheck" });
export type UpdateCheck = z.infer<typeof updateCheck>;

export const updateRequest = z.strictObject({
  version: text(100).min(1).meta({ description: "The version that was seen; another one is refused" }),
}).meta({ id: "UpdateWish" });

const dataPart = z.object({ name: z.string(), bytes: z.int() });

export const systemDetails = z.object({
  version: z.string(),
  commit: z.string().nullable(),
  builtAt: z.string().nullable(),
  deno: z.string().meta({ description: "Version of the runtime" }),
  program: z.object({
    kind: z.enum(programKinds),
    path: z.string().nullable().meta({
      description: "The file that is the program; null when there is none",
    }),
  }),
  startedAt: instant,
  startedAfterCrash: z.boolean().meta({
    description: "Whether the panel before this one ended without being stopped",
  }),
  restartable: z.boolean(),
  machine: z.object({
    system: z.string(),
    architecture: z.string(),
    processors: z.int(),
    load: z.number(),
    memoryBytes: z.int(),
    memoryFreeBytes: z.int(),
    panelBytes: z.int().meta({ description: "Memory of the panel itself" }),
    upMs: z.int(),
  }),
  data: z.object({
    path: z.string(),
    diskBytes: z.int().nullable(),
    diskFreeBytes: z.int().nullable(),
    parts: z.array(dataPart),
    complete: z.boolean().meta({ description: "False when there was no time to count everything" }),
  }),
  update: z.object({
    obstacle: z.enum(updateObstacles).nullable(),
    lastCheck: updateCheck.nullable(),
    lastFault: z.enum(updateProblems).nullable().meta({
      description: "Why the last check failed; null when it did not",
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
  seconds: z.int().meta({ description: "After so long the panel should be back" }),
}).meta({ id: "Restart" });
export type RestartResult = z.infer<typeof restartResult>;
