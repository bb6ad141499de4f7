// The rules of time zones that the panel follows, and where they come from.
import * as z from "zod";

const release = z.string().nullable();

export const zoneRules = z.object({
  source: z.enum(["machine", "runtime"]).meta({
    description: "Whose rules are used: those of the machine's zone files, or those built into the runtime",
  }),
  release: release.meta({ description: "Release of the IANA database in use; null if unknown" }),
  folder: z.string().meta({ description: "Folder of the machine's zone files" }),
  machineRelease: release.meta({ description: "Release of the zone files; null if there are none" }),
  runtimeRelease: release.meta({ description: "Release that is built into the runtime" }),
  warning: z.enum(["old", "older_on_machine", "none_on_machine"]).nullable().meta({
    description:
      "`old`: there are newer releases; `older_on_machine`, `none_on_machine`: tasks may see other local times than the panel",
  }),
}).meta({ id: "ZoneRules" });
export type ZoneRules = z.infer<typeof zoneRules>;

const MAX_ZONES = 50;

export const zoneClocksQuery = z.strictObject({
  zones: z.string().max(3_000).transform((list) => list.split(","))
    .pipe(z.array(z.string().max(100)).min(1).max(MAX_ZONES)).meta({
      description: "Names of time zones, separated by commas; unknown ones are left out",
    }),
});

export const zoneClocks = z.object({
  items: z.array(z.object({
    zone: z.string(),
    from: z.int().meta({
      description: "Begin of the period in seconds since 1970 UTC, like `until` and `at`",
    }),
    until: z.int(),
    offset: z.int().meta({ description: "Seconds that local time is ahead of UTC at the begin" }),
    changes: z.array(z.object({ at: z.int(), offset: z.int() })).meta({
      description: "Times at which the offset changes, and the one from then on",
    }),
  })),
}).meta({ id: "ZoneClocks" });
export type ZoneClocks = z.infer<typeof zoneClocks>;

export const zoneOffsets = z.object({
  items: z.array(z.object({
    zone: z.string(),
    offset: z.int().meta({ description: "Seconds that local time is ahead of UTC now" }),
  })),
}).meta({ id: "ZoneOffsets" });
export type ZoneOffsets = z.infer<typeof zoneOffsets>;
