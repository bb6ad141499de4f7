// This process as a node, and the service that lists all of them.
import { freemem, loadavg, totalmem } from "node:os";
import type { Engine } from "../engine/engine.ts";
import { Nodes, type ThisNode } from "../features/nodes/service.ts";
import { version } from "../platform/build_info.ts";
import { nodeNameOf } from "./open_store.ts";
import type { Foundation } from "./foundation_shape.ts";

export function buildNodes(
  foundation: Pick<Foundation, "db" | "clock" | "bus" | "settings" | "config" | "folder">,
  engine: Engine,
): Nodes {
  const { db, clock, bus, settings } = foundation;
  const startedAt = clock.now();
  const self = (): ThisNode => ({
    id: engine.nodeId,
    name: nodeNameOf(foundation),
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
