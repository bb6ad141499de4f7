import { fileAreas } from "../../contract/files.ts";
import type { Route } from "../../http/route.ts";
import { batchRoutes } from "./batch_routes.ts";
import { contentRoutes } from "./content_routes.ts";
import type { FileCounter } from "./counter.ts";
import { checkRoute, sampleRoute } from "./check_routes.ts";
import { ScriptChecks } from "./check_script.ts";
import { trashRoutes } from "./trash_routes.ts";
import type { FilesParts } from "./files_parts.ts";
import { streamRoutes } from "./stream_routes.ts";

/** Lists the routes of `/api/files`: the same for each area. */
export function fileRoutes(
  architecture: FilesParts,
  options: Pick<FileCounter, "nameOf" | "uploadMaxBytes">,
): Route[] {
  const checks = new ScriptChecks();
  const routes = fileAreas.flatMap((area) => {
    const counter: FileCounter = { area, files: architecture.areas[area], ...options };
    return [
      ...contentRoutes(counter),
      ...batchRoutes(counter),
      ...trashRoutes(counter),
      ...streamRoutes(counter),
      checkRoute(counter, checks),
    ];
  });
  return [...routes, sampleRoute()];
}
