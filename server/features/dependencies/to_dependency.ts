import type { Dependency } from "../../contract/dependencies.ts";
import type { DependencyRow } from "./store.ts";

/** Converts a row to a package of the API. */
export function toDependency(row: DependencyRow): Dependency {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    remarks: row.remarks,
    state: row.state,
    act: row.act,
    installedVersion: row.installed_version,
    reason: row.reason,
    runId: row.run_id,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
  };
}
