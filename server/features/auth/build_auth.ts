// Wires the services for login and account management.
import type { Session } from "../../contract/auth.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database } from "../../engine/store.ts";
import type { SessionCookie } from "../../http/session_cookie.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Sealer } from "../../platform/seal.ts";
import type { AuditLogWriter } from "../audit/audit_log.ts";
import type { LoginLog } from "../login_log/service.ts";
import { Accounts } from "./accounts.ts";
import { Avatars } from "./avatar/avatars.ts";
import { Pictures } from "./avatar/pictures.ts";
import { CodeLimits } from "./code_limits.ts";
import { Credentials } from "./credentials.ts";
import { LoginFlow } from "./login_flow.ts";
import { KnownBrowsers } from "./known_browsers.ts";
import { Login } from "./login.ts";
import type { LoginLimits } from "./login_limits.ts";
import { LoginRecord } from "./login_record.ts";
import { PasskeyEndpoint } from "./passkeys/passkey_endpoint.ts";
import { Passkeys } from "./passkeys/passkeys.ts";
import type { Passwords } from "./passwords.ts";
import { Proofs } from "./proofs.ts";
import type { AuthServices } from "./auth_services.ts";
import { SecondFactor } from "./second_factor.ts";
import type { Sessions } from "./sessions.ts";

export interface AuthOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  audit: AuditLogWriter;
  sealer: Sealer;
  sessions: Sessions;
  limits: LoginLimits;
  passwords: Passwords;
  cookie: SessionCookie;
  log: LoginLog;
  settings(): Session["settings"];
  version: string;
  /** Id of the latest live event. */
  lastEventId(): number;
  /** Identifies remembered devices. */
  browserCookie: SessionCookie;
  /** Identifies browsers that received a passkey challenge. */
  passkeyCookie: SessionCookie;
  publicUrl: URL | null;
  /** Directory of the account pictures. */
  avatars: string;
}

/** Creates the authentication services. */
export function openAuth(options: AuthOptions): AuthServices {
  const { db, bus, clock, sessions, log, settings } = options;
  const codeLimits = new CodeLimits(options);
  const factor = new SecondFactor({ ...options, title: () => settings().title });
  const browsers = new KnownBrowsers(options);
  const credentials = new Credentials({ ...options, browsers, codeLimits, factor });
  const record = new LoginRecord(options);
  const passkeys = new Passkeys({ db, clock, title: () => settings().title });
  const endpoint = new PasskeyEndpoint({ cookie: options.passkeyCookie, publicUrl: options.publicUrl });
  const proofs = new Proofs({ db, credentials, record, sessions, passkeys });
  return {
    login: new Login({ db, credentials, record, passkeys }),
    loginFlow: new LoginFlow({ ...options, browsers }),
    accounts: new Accounts({ ...options, proofs, factor, passkeys }),
    avatars: new Avatars({ db, bus, clock, folder: options.avatars, pictures: new Pictures(clock) }),
    ...{ sessions, proofs, factor, passkeys, door: endpoint, log },
  };
}
