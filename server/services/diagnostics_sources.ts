import { sql } from "kysely";
import type { SystemDetails } from "../contract/system.ts";
import { listChannelSecrets } from "../features/notifications/channel_secrets.ts";
import type { DiagnosticsSources } from "../features/system/diagnostics.ts";
import type { SystemLog } from "../features/system_log/service.ts";
import type { HeavyReads } from "../platform/heavy_reads.ts";
import type { SealPurpose } from "../platform/seal.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Returns the sources of the diagnostics bundle. */
export function diagnosticsSources(
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

async function countRows({ db }: Foundation, reads: HeavyReads): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables();
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const query = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.compile(db);
    counts[name] = (await reads.all(query))[0]?.count ?? 0;
  }
  return counts;
}

async function checkIntegrity({ db }: Foundation, reads: HeavyReads): Promise<unknown> {
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
