// Wires the services for login and account management.
import type { Session } from "../../contract/auth.ts";
import type { Base } from "../../engine/base.ts";
import type { SessionCookie } from "../../http/session_cookie.ts";
import type { Sealer } from "../../platform/seal.ts";
import type { AuditLogWriter } from "../audit/audit_log.ts";
import type { LoginLog } from "../login_log/service.ts";
import { Accounts } from "./accounts.ts";
import { type AvatarOptions, Avatars } from "./avatars.ts";
import { CodeLimits } from "./code_limits.ts";
import { LoginFlow, type LoginFlowOptions } from "./login_flow.ts";
import { LoginRecord } from "./login_record.ts";
import { PasskeyEndpoint, type SharedChallenges } from "./passkeys/challenges.ts";
import { Passkeys } from "./passkeys/passkeys.ts";
import { RememberedDevices } from "./remembered_devices.ts";
import { SecondFactor } from "./second_factor.ts";
import type { Sessions } from "./sessions.ts";
import { StepUp } from "./step_up.ts";

type Login = "sessions" | "limits" | "passwords" | "cookie" | "log" | "version" | "lastEventId";

export interface AuthOptions
  extends Pick<Base, "db" | "clock" | "logger" | "bus">, Pick<LoginFlowOptions, Login> {
  audit: AuditLogWriter;
  sealer: Sealer;
  settings(): Session["settings"];
  /** Identifies remembered devices. */
  browserCookie: SessionCookie;
  /** Identifies browsers that received a passkey challenge. */
  passkeyCookie: SessionCookie;
  publicUrl: URL | null;
  /** Set where several panels share a database. */
  challenges: SharedChallenges | undefined;
  avatars: Pick<AvatarOptions, "folder" | "shared">;
}

export interface AuthServices {
  loginFlow: LoginFlow;
  sessions: Sessions;
  stepUp: StepUp;
  accounts: Accounts;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  passkeyEndpoint: PasskeyEndpoint;
  avatars: Avatars;
  log: LoginLog;
}

export function openAuth(options: AuthOptions): AuthServices {
  const { db, bus, clock, logger, audit, sealer, settings } = options;
  const { sessions, limits, passwords, cookie, log } = options;
  const title = () => settings().title;
  const codeLimits = new CodeLimits({ db, clock });
  const secondFactor = new SecondFactor({ db, clock, sealer, codeLimits, title });
  const devices = new RememberedDevices({ db, clock, browserCookie: options.browserCookie });
  const record = new LoginRecord({ log, audit, logger });
  const passkeys = new Passkeys({ db, clock, title, challenges: options.challenges });
  const passkeyEndpoint = new PasskeyEndpoint({
    cookie: options.passkeyCookie,
    publicUrl: options.publicUrl,
  });
  const stepUp = new StepUp({ db, limits, codeLimits, passwords, secondFactor, passkeys, sessions, record });
  const loginFlow = new LoginFlow({
    db,
    clock,
    logger,
    limits,
    codeLimits,
    devices,
    passwords,
    secondFactor,
    passkeys,
    passkeyEndpoint,
    sessions,
    cookie,
    record,
    log,
    settings,
    version: options.version,
    lastEventId: options.lastEventId,
  });
  const accounts = new Accounts({ db, bus, clock, sessions, passwords, stepUp, secondFactor, passkeys, log });
  const avatars = new Avatars({ db, bus, clock, ...options.avatars });
  return { loginFlow, sessions, stepUp, accounts, secondFactor, passkeys, passkeyEndpoint, avatars, log };
}
