// Who may come in: accounts, sessions, and the first account of all.
import { addAccount, hasAccount } from "../features/auth/account_store.ts";
import { CheckQueue } from "../features/auth/check_queue.ts";
import { Entrance } from "../features/auth/entrance.ts";
import { Login } from "../features/auth/login.ts";
import { LoginLimits } from "../features/auth/login_limits.ts";
import { passwordIssues } from "../features/auth/password_policy.ts";
import { Passwords } from "../features/auth/passwords.ts";
import { Sessions } from "../features/auth/sessions.ts";
import { Initialization } from "../features/initialization/service.ts";
import { newSetupCode } from "../features/initialization/setup_code.ts";
import { AppError } from "../contract/app_error.ts";
import { sayIssue } from "../contract/words/say.ts";
import { SessionCookie } from "../http/session_cookie.ts";
import { version } from "../platform/build_info.ts";
import { isLoopbackName, networkOf } from "../platform/networks.ts";
import { type Foundation, StartRefused } from "./foundation.ts";

export type Entry = Awaited<ReturnType<typeof buildEntry>>;

/** Builds what lets people in, and makes the first account where the operator asked for it. Throws `StartRefused`. */
export async function buildEntry(foundation: Foundation) {
  const { config, db, bus, clock, logger, settings } = foundation;
  const sessions = new Sessions({ db, bus, clock });
  const passwords = new Passwords();
  const limits = new LoginLimits({ db, clock });
  const login = new Login({ db, limits, queue: new CheckQueue(), passwords, logger });
  const cookie = new SessionCookie(config);
  const entrance = new Entrance({ sessions, cookie, settings: () => settings.current(), version });
  const code = isLoopbackName(config.host) ? null : newSetupCode();
  const initialization = new Initialization({
    ...{ db, clock, logger, passwordIssues, setupCode: code },
    accounts: { any: hasAccount, add: addAccount },
    hashPassword: (plain) => passwords.hash(plain),
    updateSettings: (patch) => settings.update(patch),
    admitCode: async (ip) => {
      const admission = await limits.admit({ door: "initialization", network: networkOf(ip), name: "" });
      return () => limits.succeed(admission);
    },
  });
  await makeFirstAccount(foundation, initialization);
  const setupCode = (await initialization.state()).initialized ? null : code;
  return { sessions, limits, login, cookie, entrance, initialization, setupCode };
}

// Ignored once an account exists: the variables may stay in a container's settings.
async function makeFirstAccount({ config }: Foundation, initialization: Initialization): Promise<void> {
  const { adminUsername: username, adminPassword, adminPasswordFile } = config;
  if (username === null || (await initialization.state()).initialized) return;
  const password = adminPassword ?? (adminPasswordFile && await readPassword(adminPasswordFile));
  if (!password) {
    throw new StartRefused(
      "SUNDIAL_ADMIN_USERNAME needs SUNDIAL_ADMIN_PASSWORD or SUNDIAL_ADMIN_PASSWORD_FILE with it",
    );
  }
  try {
    await initialization.createFirstAccount({ username, password });
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault;
    const reasons = fault.issues.map((issue) => sayIssue(issue, "en").message);
    throw new StartRefused(`cannot make the first account: ${reasons.join("; ") || fault.code}`, {
      cause: fault,
    });
  }
}

async function readPassword(path: string): Promise<string> {
  try {
    return (await Deno.readTextFile(path)).replace(/\r?\n$/, "");
  } catch (cause) {
    throw new StartRefused(`cannot read SUNDIAL_ADMIN_PASSWORD_FILE ${path}`, { cause });
  }
}
