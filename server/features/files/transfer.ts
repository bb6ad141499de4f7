import { AppError } from "../../contract/app_error.ts";
import { MAX_NAME_BYTES } from "../../contract/files.ts";
import type { Database } from "../../engine/store.ts";
import { copyTree, moveTree } from "../../platform/files/copy_tree.ts";
import { withFileErrors, wrongKind } from "../../platform/files/file_errors.ts";
import type { Location } from "../../platform/files/files_root.ts";
import type { Area } from "./area.ts";
import { applyToEach, type PathResult } from "./batch_results.ts";
import { moveVersions } from "./store.ts";

export interface Transfer {
  from: string;
  to: string;
}

/** Moves or renames several; nothing is ever overwritten, and versions go along. */
export async function moveEntries(
  { area, db }: { area: Area; db: Database },
  items: readonly Transfer[],
): Promise<PathResult[]> {
  return await transferEach(area, items, async (from, to) => {
    await moveTree({ from, to });
    await moveVersions(db, { area: area.name, path: from.path }, to.path);
    return [];
  });
}

/** Copies several, folders with everything in them; nothing is ever overwritten. What was left out gets a result of its own. */
export async function copyEntries(area: Area, items: readonly Transfer[]): Promise<PathResult[]> {
  return await transferEach(area, items, async (from, to) => {
    const skipped = await copyTree({ from, to, links: area.root });
    if (skipped.includes(from.path)) throw wrongKind(from.path, "file");
    return skipped.map((path) => ({ path, error: wrongKind(path, "file") }));
  });
}

type Action = (from: Location, to: Location) => Promise<PathResult[]>;

async function transferEach(area: Area, items: readonly Transfer[], action: Action): Promise<PathResult[]> {
  const results = await applyToEach(items, ({ from }) => from, async (item) => {
    return { more: await area.turns.take(() => transfer(area, item, action)) };
  });
  if (results.some(({ error }) => error === null)) area.announce();
  return results;
}

async function transfer(area: Area, item: Transfer, action: Action): Promise<PathResult[]> {
  using from = area.root.location(item.from, { field: "from" });
  await withFileErrors(item.from, () => from.folder.check(from.name));
  return await withFileErrors(item.to, async () => {
    using to = area.root.location(item.to, { field: "to", make: true });
    if (to.path.startsWith(`${from.path}/`)) throw intoItself();
    return await action(from, to);
  });
}

function intoItself(): AppError {
  const params = { max: MAX_NAME_BYTES };
  return new AppError("validation_failed", { count: 1 }, [{ path: "to", code: "bad_path", params }]);
}
