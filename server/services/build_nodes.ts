// This process as a node, and the service that lists all of them.
import { freemem, hostname, loadavg, totalmem } from "node:os";
import type { Engine } from "../engine/engine.ts";
import { Nodes, type ThisNode } from "../features/nodes/service.ts";
import { version } from "../platform/build_info.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Creates the service of the nodes. */
export function buildNodes(
  { db, clock, bus, settings }: Pick<Foundation, "db" | "clock" | "bus" | "settings">,
  engine: Engine,
): Nodes {
  const startedAt = clock.now();
  const self = (): ThisNode => ({
    id: null,
    name: hostname(),
    capacity: settings.current().concurrency,
    load: {
      average: loadavg()[0] ?? 0,
      memoryFreeBytes: freemem(),
      memoryTotalBytes: totalmem(),
    },
    version,
    startedAt,
  });
  return new Nodes({ db, clock, bus, engine, self, now: () => Promise.resolve(clock.now()) });
}
