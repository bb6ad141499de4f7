// The panel's own system functions: details, log, restart, update.
import { publicAddress } from "../platform/config.ts";
import { statSync } from "node:fs";
import { sql } from "kysely";
import { join } from "node:path";
import { AppError } from "../contract/app_error.ts";
import type { SystemDetails } from "../contract/system.ts";
import type { LiveStreams } from "../features/events/live_streams.ts";
import { listChannelSecrets } from "../features/notifications/channel_secrets.ts";
import { DataFolderSizes } from "../features/system/data_sizes.ts";
import type { DiagnosticsSources } from "../features/system/diagnostics.ts";
import { PanelMetrics } from "../features/system/panel_metrics.ts";
import { SystemService } from "../features/system/service.ts";
import { Installation } from "../features/system/update/installation.ts";
import { ReleaseChecks } from "../features/system/update/release_checks.ts";
import { confirmUpdate, noteNotified } from "../features/system/update/settle_update.ts";
import { updatePathsIn } from "../features/system/update/update_journal.ts";
import { SystemLog } from "../features/system_log/service.ts";
import { builtAt, commit, programFile, programKind, releaseKey, version } from "../platform/build_info.ts";
import { engineOf } from "../platform/database_engine.ts";
import type { HeavyReads } from "../platform/heavy_reads.ts";
import { outboundPolicies } from "../platform/outbound/outbound_policy.ts";
import type { ProgressLine } from "../platform/progress_board.ts";
import type { RunningFile } from "../platform/running_file.ts";
import type { SealPurpose } from "../platform/seal.ts";
import { staticRoot } from "../platform/static_root.ts";
import { SystemLogQueries } from "../platform/system_log/system_log_queries.ts";
import type { Foundation } from "./foundation_shape.ts";

export type SystemParts = ReturnType<typeof buildSystem>;

export function buildSystem(
  foundation: Foundation,
  { streams, reads, runningFile }: {
    streams: LiveStreams;
    reads: HeavyReads;
    runningFile: RunningFile;
  },
) {
  const { db, bus, clock, logger, folder, systemLog, restart, board, audit, writes, disk } = foundation;
  const log = new SystemLog({ files: systemLog, queries: new SystemLogQueries(clock), bus, clock });
  const checks = buildChecks(foundation);
  const addToAudit = (action: string, to: string) =>
    audit.add({ actor: { kind: "panel", ip: null }, act: `system.update.${action}`, object: to });
  const installation = new Installation({
    clock,
    logger,
    board,
    checks,
    version,
    restart,
    target: Deno.build.target,
    updatePaths: updatePathsIn(folder.root),
    addToAudit: (to) => addToAudit("replace", to),
  });
  const sizes = new DataFolderSizes(folder.root, clock);
  const system: SystemService = new SystemService({
    clock,
    board,
    checks,
    installation,
    restart,
    build: { version, commit, builtAt, kind: programKind(), programFile },
    sizes,
    diagnostics: diagnosticsSources(foundation, { log, reads, details: () => system.details() }),
    startedAfterCrash: runningFile.wasLeft,
    dataRoot: folder.root,
    database: engineOf(db),
    publicUrl: publicAddress(foundation.config),
    zoneRules: foundation.zoneRules,
    programRoot: join(staticRoot(), ".."),
  });
  const metrics = new PanelMetrics({
    db,
    bus,
    clock,
    databaseBytes: () => databaseBytes(foundation),
    systemLog,
    writes,
    disk,
    streams,
  });
  return { log, checks, installation, system, sizes, metrics, addToAudit };
}

function buildChecks({ bus, clock, logger, config, settings, folder }: Foundation): ReleaseChecks {
  return new ReleaseChecks({
    bus,
    clock,
    logger,
    version,
    key: releaseKey,
    policies: outboundPolicies(config),
    address: () => settings.current().updateAddress,
    proxy: () => settings.secrets().proxy,
    target: Deno.build.target,
    kind: programKind(),
    path: join(folder.root, "update", "last-check.json"),
  });
}

/** Checks for a newer release when the settings enable it; the result is stored and logged. */
export async function checkDaily(
  { settings }: Foundation,
  { checks }: Pick<SystemParts, "checks">,
): Promise<void> {
  const { updateCheck, updateAddress } = settings.current();
  if (!updateCheck || updateAddress === null) return;
  await checks.check(new AbortController().signal).catch((error) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/**
 * Ends the update that this start belongs to, successfully once the panel answers; `line` is its line on the progress board.
 * Throws when the panel does not answer.
 */
export async function concludeUpdate(
  { update, logger, folder }: Foundation,
  { addToAudit, line }: Pick<SystemParts, "addToAudit"> & { line: ProgressLine | null },
  isHealthy: () => Promise<boolean>,
): Promise<void> {
  if (update.kind === "starting") {
    if (!await isHealthy()) throw new Error("the new version does not respond");
    await addToAudit("done", update.to);
    confirmUpdate(updatePathsIn(folder.root)!); // exists, or there would be no update
    line?.finish();
    logger.info("the panel was updated", { version: update.to });
  } else if (update.kind === "failed") {
    await addToAudit("undone", update.to);
    noteNotified(updatePathsIn(folder.root)!); // exists, or there would be no update
    line?.fail(new AppError("update_failed", { reason: update.error }));
    logger.error("the update failed", { version: update.to, reason: update.error });
  }
}

function diagnosticsSources(
  foundation: Foundation,
  { log, reads, details }: { log: SystemLog; reads: HeavyReads; details: () => Promise<SystemDetails> },
): DiagnosticsSources {
  const { config, settings } = foundation;
  return {
    details: async () => ({
      system: await details(),
      // No password of the operator, and for addresses only whether any are set.
      process: {
        host: config.host,
        port: config.port,
        basePath: config.basePath,
        publicUrl: config.publicUrl !== null,
        trustedProxies: config.trustedProxies.length,
        allowNetworks: config.allowNetworks,
        gitProtocols: config.gitProtocols,
        logLevel: config.logLevel,
      },
      settings: settings.current(),
      tables: await countRows(foundation, reads),
      integrity: await checkIntegrity(foundation, reads),
    }),
    log: () => log.read({ from: null, to: null }),
    secrets: () => listSecrets(foundation),
  };
}

async function databaseBytes({ db, folder }: Foundation): Promise<number> {
  if (engineOf(db) === "sqlite") return fileSize(folder.database) + fileSize(`${folder.database}-wal`);
  const { rows: [row] } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return row?.bytes ?? 0;
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

async function countRows({ db }: Foundation, reads: HeavyReads): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables();
  const counts: Record<string, number> = {};
  // On PostgreSQL, the job queue has a schema of its own.
  for (const { schema, name } of tables) {
    const table = schema === undefined ? sql.table(name) : sql.id(schema, name);
    const query = sql<{ count: number }>`select count(*) as count from ${table}`.compile(db);
    counts[schema === undefined || schema === "public" ? name : `${schema}.${name}`] =
      (await reads.all(query))[0]?.count ?? 0;
  }
  return counts;
}

async function checkIntegrity({ db }: Foundation, reads: HeavyReads): Promise<unknown> {
  if (engineOf(db) === "postgres") return null;
  try {
    return await reads.all(sql`pragma quick_check(20)`.compile(db));
  } catch (error) {
    return String(error);
  }
}

// All sealed values, and the secrets that the operator passed to the process.
async function listSecrets({ db, sealer, settings, config }: Foundation): Promise<string[]> {
  const variables = await db.selectFrom("variable").select("value as sealed").where("secret", "=", 1)
    .execute();
  const logins = await db.selectFrom("subscription")
    .select(["password_sealed", "private_key_sealed", "proxy_sealed"]).execute();
  const accounts = await db.selectFrom("account").select(["factor_secret", "factor_pending"]).execute();
  const channels = await listChannelSecrets(db, sealer);
  const open = (purpose: SealPurpose) => (text: string | null) => {
    try {
      return text === null ? null : sealer.open(text, purpose);
    } catch {
      return null; // what the panel cannot decrypt cannot be in its log
    }
  };
  const settingSecrets = () => Object.values(settings.secrets());
  return [
    config.adminPassword,
    ...openQuietly(settingSecrets),
    ...channels,
    ...variables.map(({ sealed }) => sealed).map(open("variable")),
    ...logins.flatMap((row) => Object.values(row)).map(open("subscription")),
    ...accounts.flatMap((row) => Object.values(row)).map(open("second_factor")),
  ].filter((secret) => secret !== null);
}

function openQuietly(open: () => (string | null)[]): (string | null)[] {
  try {
    return open();
  } catch {
    return [];
  }
}
