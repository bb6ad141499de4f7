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
