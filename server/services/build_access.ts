// Login and access: accounts, sessions, and the first account.
import { join } from "node:path";
import { Invitations } from "../features/auth/account_list/invitations.ts";
import { AccountList } from "../features/auth/account_list/service.ts";
import { ApplicationTokens } from "../features/applications/tokens.ts";
import { addAccount, findAccountName, hasAccount } from "../features/auth/account_store.ts";
import { openAuth } from "../features/auth/build_auth.ts";
import { LoginLimits } from "../features/auth/login_limits.ts";
import { sharedChallenges } from "../features/auth/passkeys/challenges.ts";
import { passwordIssues, Passwords } from "../features/auth/passwords.ts";
import { Sessions } from "../features/auth/sessions.ts";
import {
  checkPasswordSetting,
  isPasswordAllowed as mayUsePassword,
} from "../features/auth/single_sign_on/password_login.ts";
import type { StreamHolder } from "../features/events/stream_leases.ts";
import { isRunLive } from "../features/local_access/authenticate.ts";
import { LoginLog } from "../features/login_log/service.ts";
import { Initialization } from "../features/initialization/service.ts";
import { SetupCode } from "../features/initialization/setup_code.ts";
import type { Base } from "../engine/base.ts";
import type { Database } from "../engine/store.ts";
import { AppError } from "../contract/app_error.ts";
import { parse } from "../contract/parsed.ts";
import { BROWSER_COOKIE, firstAccount, SIGN_ON_COOKIE } from "../contract/auth.ts";
import { PASSKEY_COOKIE } from "../contract/passkeys.ts";
import { formatIssue } from "../contract/messages/format.ts";
import type { Caller } from "../http/route.ts";
import { SessionCookie } from "../http/session_cookie.ts";
import { version } from "../platform/build_info.ts";
import type { Config } from "../platform/config_shape.ts";
import type { SharedContents } from "../platform/files/shared_contents.ts";
import { isLoopbackName, networkOf } from "../platform/networks.ts";
import { outboundPolicies } from "../platform/outbound/outbound_policy.ts";
import { readProxy } from "../platform/outbound/proxy.ts";
import { sendWeb } from "../platform/outbound/web_request.ts";
import { Locations } from "../platform/clients/locations.ts";
import { StartError } from "./foundation.ts";
import type { Foundation } from "./foundation_shape.ts";

export type Access = Awaited<ReturnType<typeof buildAccess>>;

/** What login and access need of the foundation. */
export type AccessFoundation =
  & Omit<Base, "zone">
  & Pick<Foundation, "config" | "settings" | "audit" | "sealer" | "passwordCost">
  & {
    folder: Pick<Foundation["folder"], "root">;
    contents?: SharedContents | undefined;
  };

/** Creates the services for login, and the first account when the operator configured one. Throws `StartError`. */
export async function buildAccess(foundation: AccessFoundation, lastEventId: () => number) {
  const { config, db, bus, clock, logger, language, settings, audit, sealer, folder } = foundation;
  const sessions = new Sessions({ db, bus, clock });
  const passwords = new Passwords(foundation.passwordCost);
  const limits = new LoginLimits({ db, clock });
  const tokens = new ApplicationTokens({ db, bus, clock, limits, logger, audit });
  const cookie = new SessionCookie(config);
  const locations = new Locations({ file: config.geoFile, logger });
  const log = new LoginLog({ db, bus, clock, locations, language });
  const base = { db, bus, clock, logger };
  const policy = outboundPolicies(config).person;
  const shared = (purpose: string) =>
    config.databaseUrl === null ? undefined : sharedChallenges(db, sealer.deriveKey(purpose));
  const isPasswordAllowed = () => mayUsePassword({ db, settings });
  settings.check(checkPasswordSetting);
  const auth = openAuth({
    ...base,
    audit,
    sealer,
    sessions,
    limits,
    passwords,
    cookie,
    log,
    version,
    lastEventId,
    browserCookie: new SessionCookie(config, BROWSER_COOKIE),
    passkeyCookie: new SessionCookie(config, PASSKEY_COOKIE),
    signOnCookie: new SessionCookie(config, SIGN_ON_COOKIE, "/api/auth/oidc"),
    async sendToProvider(request, signal) {
      const address = settings.secrets().proxy;
      const proxy = address === null ? null : readProxy(address);
      return await sendWeb(request, { policy, proxy, signal });
    },
    proxy: config,
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    settings: () => settings.current(),
    isPasswordAllowed,
    challenges: shared("passkey challenges"),
    signOnChallenges: shared("login states"),
    avatars: { folder: join(folder.root, "avatars"), shared: foundation.contents },
  });
  const setupCode = new SetupCode(config);
  const initialization = new Initialization({
    ...base,
    passwordIssues,
    setupCode,
    accounts: {
      any: hasAccount,
      async add(tx, account) {
        const id = await addAccount(tx, { ...account, role: "administrator", labels: null });
        const actor = { kind: "person" as const, id, name: account.username, ip: null };
        await audit.add({ actor, act: "initialization.done" }, tx);
        return id;
      },
    },
    hashPassword: (plain) => passwords.hash(plain),
    settings: () => settings.current(),
    updateSettings: (patch) => settings.update(patch),
    admitCode: async (ip) => {
      const admission = await limits.admit({ endpoint: "initialization", network: networkOf(ip), name: "" });
      return () => limits.succeed(admission);
    },
  });
  await makeFirstAccount(config, initialization);
  if (config.authHeader !== null && !isLoopbackName(config.host)) {
    logger.warn("a header of a proxy logs people in, and the panel is also reachable past the proxy", {
      host: config.host,
    });
  }
  const { initialized } = await initialization.state();
  const accountList = new AccountList({
    ...{ db, clock, bus, sessions },
    notifyApplications: (accountId) => tokens.notifyAccount(accountId),
  });
  const invitations = new Invitations({ db, clock, bus, passwords, limits, audit });
  return {
    ...auth,
    ...{ limits, tokens, cookie, initialization, accountList, invitations },
    setupCode: initialized ? null : setupCode,
  };
}

// Ignored once an account exists: the variables may stay in a container's configuration.
async function makeFirstAccount(config: Config, initialization: Initialization): Promise<void> {
  const { adminUsername: username, adminPassword, adminPasswordFile, adminLanguage: language } = config;
  if (username === null || (await initialization.state()).initialized) return;
  const password = adminPassword ?? (adminPasswordFile && await readPassword(adminPasswordFile));
  if (!password) {
    throw new StartError(
      "SUNDIAL_ADMIN_USERNAME requires SUNDIAL_ADMIN_PASSWORD or SUNDIAL_ADMIN_PASSWORD_FILE",
    );
  }
  try {
    await initialization.createFirstAccount(parse(firstAccount, { username, password, language }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another panel on the same database was faster.
    if (error.code === "already_initialized") return;
    const reasons = error.issues.map((issue) => formatIssue(issue, "en").message);
    throw new StartError(`cannot create the first account: ${reasons.join("; ") || error.code}`, {
      cause: error,
    });
  }
}

async function readPassword(path: string): Promise<string> {
  try {
    return (await Deno.readTextFile(path)).replace(/\r?\n$/, "");
  } catch (cause) {
    throw new StartError(`cannot read SUNDIAL_ADMIN_PASSWORD_FILE ${path}`, { cause });
  }
}

/** Returns whether the session, token or run that holds a stream open is still active. */
export function isHolderAlive(
  { kind, id }: StreamHolder,
  { db, sessions, tokens }: Pick<Access, "sessions" | "tokens"> & Pick<Foundation, "db">,
): Promise<boolean> {
  switch (kind) {
    case "session":
      return sessions.isAlive(id);
    case "token":
      return tokens.isAlive(id);
    case "run":
      return isRunLive(db, id);
    case "operator":
      return Promise.resolve(true);
  }
}

/** Returns the name under which a change by this caller is recorded. */
export async function nameOf({ db }: Pick<Foundation, "db">, caller: Caller): Promise<string | null> {
  if (caller.kind === "person") return await findAccountName(db, caller.accountId);
  if (caller.kind === "run") return await findNameOfRun(db, caller.runId);
  if (caller.kind === "operator") return "sundial";
  if (caller.kind === "nobody") return null;
  const row = await db.selectFrom("application").select("name").where("id", "=", caller.applicationId)
    .executeTakeFirst();
  return row?.name ?? `#${caller.applicationId}`;
}

async function findNameOfRun(db: Database, runId: number): Promise<string> {
  const row = await db.selectFrom("run").select("task_name").where("id", "=", runId).executeTakeFirst();
  return row?.task_name || `#${runId}`;
}
