// Determines what a run of an installer left on this machine.
import { rm } from "node:fs/promises";
import type { DependencyAction } from "../../contract/dependencies.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import { dependencyMessages } from "./dependency_messages.ts";
import type { InstalledPackages } from "./installed_packages.ts";
import { readTail, reasonInLog } from "./log_reason.ts";
import { nameOf } from "./name_of.ts";
import { type EndState, stateAfter } from "./states.ts";
import { type DependencyRow, readOfType } from "./store.ts";

const TAIL_BYTES = 64 * 1024;

export type EndedRun = Pick<RunRow, "state" | "log_path">;

/** What is known after a run. */
export interface PackageOutcome {
  state: EndState;
  installed_version: string | null;
  reason: string | null;
}

export interface OutcomeOptions {
  packages: InstalledPackages;
  /** Directory of all logs. */
  logs: string;
}

/** Checks on this machine what became of a package. */
export async function readOutcome(
  { packages, logs }: OutcomeOptions,
  row: Pick<DependencyRow, "type" | "name" | "subscription_id">,
  { action, run }: { action: DependencyAction; run: EndedRun },
): Promise<PackageOutcome> {
  const name = nameOf(row);
  const found = (await packages.installer(row.type, row.subscription_id).find([name])).get(name.key) ?? null;
  // Deno shares fetched files: another package may need them, so their presence does not show that the removal failed.
  const isShared = row.type === "deno" && action === "remove" && run.state === "succeeded";
  const there = found !== null && !isShared;
  const state = stateAfter({ action, run: run.state, there });
  const messages = dependencyMessages[packages.context.language()];
  const reason = async () => {
    if (state !== "install_failed" && state !== "delete_failed") return null;
    if (run.state === "succeeded") return there ? messages.stillThere : messages.notThere;
    if (run.state === "interrupted") return messages.interrupted;
    if (run.state === "lost") return messages.nodeLost;
    const log = run.log_path === null ? "" : await readTail(logs, run.log_path, TAIL_BYTES);
    return reasonInLog(log, messages) ?? messages.noReason;
  };
  return { state, installed_version: there ? found : null, reason: await reason() };
}

/** Removes what Deno has fetched on this machine once the last of its packages is deleted. */
export async function sweepDeno(
  { db, packages }: { db: Database; packages: InstalledPackages },
  { type }: Pick<DependencyRow, "type">,
): Promise<void> {
  if (type !== "deno") return;
  const isLeft = (await readOfType(db, "deno")).some(({ state }) => state !== "deleted");
  if (!isLeft) await rm(packages.context.directories.deno, { recursive: true, force: true });
}
