import type { PackageOrder } from "../../engine/packages.ts";
import type { Database } from "../../engine/store.ts";
import { isBusy } from "./states.ts";
import { type DependencyRow, readOfType } from "./store.ts";

/** Returns which packages stay when one is removed, excluding those whose own removal is queued. */
export async function readBeside(
  db: Database,
  { id, type }: DependencyRow,
): Promise<NonNullable<PackageOrder["beside"]>> {
  const rows = (await readOfType(db, type)).filter((row) =>
    row.id !== id && row.state !== "deleted" && !(row.act === "remove" && isBusy(row.state))
  );
  const { there = [], others = [] } = Object.groupBy(
    rows,
    (row) => row.installed_version === null ? "others" : "there",
  );
  return { there: there.map(({ name }) => name), others: others.map(({ name }) => name) };
}
