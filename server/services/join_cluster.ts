// Joins the panels and workers that share a PostgreSQL database. Loaded only then.
import { availableParallelism } from "node:os";
import { Cluster } from "../engine/cluster/cluster.ts";
import { DatabaseClock } from "../engine/cluster/database_clock.ts";
import type { RunFiles } from "../engine/cluster/run_files.ts";
import type { RunTypes } from "../engine/run_type.ts";
import { version } from "../platform/build_info.ts";
import { readBootId } from "../platform/process/process_table.ts";
import { nodeNameOf } from "./foundation.ts";
import type { Foundation } from "./foundation_shape.ts";

/** With fewer, one slow task would delay all others, even on a small machine. */
const MIN_CAPACITY = 4;

/** Joins as the panel or worker that the configuration describes. Throws `NodeNameTakenError`. */
export async function joinCluster(
  foundation: Foundation,
  { url, runTypes }: { url: string; runTypes: RunTypes },
): Promise<Cluster> {
  const { db, clock, logger, bus, sealer, config, deciding, settings, role = "panel" } = foundation;
  bus.listen(({ type }) => {
    if (type !== "settings:updated") return;
    settings.reload().catch((error) => logger.warn("failed to read the changed settings", { error }));
  });
  if (!(clock instanceof DatabaseClock)) throw new Error("nodes need the clock of their database");
  const files = ownFolders;
  return await Cluster.join({
    ...{ url, db, clock, logger, bus, runTypes, sealer, files, deciding },
    node: {
      name: nodeNameOf(foundation),
      role,
      pools: role === "panel" && config.noRunner ? [] : config.pools,
      capacity: config.capacity ?? Math.max(availableParallelism(), MIN_CAPACITY),
      version,
      bootId: readBootId(),
    },
  });
}

const ownFolders: RunFiles = {
  current: () => Promise.resolve("{}"),
  open: () => Promise.resolve({ folders: null, release() {} }),
};
