// Compares what a source offers with what exists here and, with `write`, creates what is new. Both ways take the same steps,
// so a report tells beforehand what an import does.
import { type ImportKind, importKinds } from "../../contract/imports.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";
import type { Sealer } from "../../platform/seal.ts";
import type { FileArea } from "../../contract/files.ts";
import type { Applications } from "../applications/service.ts";
import type { Dependencies } from "../dependencies/service.ts";
import type { Files } from "../files/service.ts";
import type { Channels } from "../notifications/channel_service.ts";
import type { Subscriptions } from "../subscriptions/service.ts";
import type { Tasks } from "../tasks/service.ts";
import type { Variables } from "../variables/service.ts";
import { VariableChecks } from "../variables/transfer/variable_checks.ts";
import type { Views } from "../views/service.ts";
import type { ImportContent } from "./import_content.ts";
import { addOutcome, newReport, type StoredReport } from "./import_report.ts";
import { FileImporter } from "./kinds/files.ts";
import type { ImportContext, KindImporter } from "./kinds/kind_importer.ts";
import { ApplicationImporter, ChannelImporter, DependencyImporter, ViewImporter } from "./kinds/others.ts";
import { SubscriptionImporter } from "./kinds/subscriptions.ts";
import { TaskImporter } from "./kinds/tasks.ts";
import { VariableImporter } from "./kinds/variables.ts";

/** Items between two yields to the event loop: about 30 ms of work. */
const AT_ONCE = 20;

/** The services that create what an import brings. */
export interface ImportTargets {
  files: Record<FileArea, Files>;
  variables: Variables;
  subscriptions: Subscriptions;
  tasks: Tasks;
  dependencies: Dependencies;
  channels: Channels;
  applications: Applications;
  views: Views;
  sealer: Sealer;
}

export interface RunImportOptions {
  onProgress?(done: number, total: number): void;
  /** Stops between two steps; its reason is thrown. */
  signal?: AbortSignal | undefined;
}

/** Imports content and returns what became of each item. Can be repeated: nothing is created twice. */
export async function runImport(
  content: ImportContent,
  context: ImportContext,
  targets: ImportTargets,
  { onProgress, signal }: RunImportOptions = {},
): Promise<StoredReport> {
  const report = newReport(content.refused);
  const total = importKinds.reduce((sum, kind) => sum + content[kind].length, 0);
  let done = 0;
  for (const kind of importKinds) {
    const items = content[kind];
    const importer = await openImporter(kind, context, targets);
    for (let start = 0; start < items.length; start += AT_ONCE) {
      signal?.throwIfAborted();
      const some = items.slice(start, start + AT_ONCE);
      const outcomes = await importer.take(some);
      for (const [index, { name }] of some.entries()) {
        const outcome = outcomes[index];
        if (outcome) addOutcome(report[kind], name, outcome);
      }
      done += some.length;
      onProgress?.(done, total);
      await yieldToEventLoop();
    }
    if (context.write) await importer.end?.();
  }
  return report;
}

// Each is opened when its turn comes: views refer to subscriptions that did not exist before.
async function openImporter(
  kind: ImportKind,
  context: ImportContext,
  targets: ImportTargets,
): Promise<KindImporter> {
  const open = async (): Promise<unknown> => {
    switch (kind) {
      case "config":
      case "scripts":
        return new FileImporter(context, targets.files[kind].area);
      case "variables": {
        const checks = await VariableChecks.load(context.db, targets.sealer);
        return new VariableImporter(context, targets.variables, checks);
      }
      case "subscriptions":
        return await SubscriptionImporter.open(context, targets.subscriptions);
      case "tasks":
        return await TaskImporter.open(context, targets.tasks);
      case "dependencies":
        return await DependencyImporter.open(context, targets.dependencies);
      case "channels":
        return await ChannelImporter.open(context, targets.channels);
      case "applications":
        return await ApplicationImporter.open(context, targets.applications);
      case "views":
        return await ViewImporter.open(context, targets.views);
    }
    return kind satisfies never;
  };
  return await open() as KindImporter; // takes the items of its kind
}
