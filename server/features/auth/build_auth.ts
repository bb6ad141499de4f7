// Wires the services for login and account management.
import type { Session } from "../../contract/auth.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { Preferences, PreferencesPatch } from "../../contract/preferences.ts";
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
import { Challenges, PasskeyEndpoint, type SharedChallenges } from "./passkeys/challenges.ts";
import { Passkeys } from "./passkeys/passkeys.ts";
import { updatePreferences } from "./preferences.ts";
import { RememberedDevices } from "./remembered_devices.ts";
import { SecondFactor } from "./second_factor.ts";
import type { Sessions } from "./sessions.ts";
import { AccountsOfIdentities } from "./single_sign_on/accounts_of_identities.ts";
import { OwnIdentities } from "./single_sign_on/identities.ts";
import { LOGIN_LIFE_MS, LoginStates } from "./single_sign_on/login_states.ts";
import { OidcClient, type SendToProvider } from "./single_sign_on/oidc_client.ts";
import { IdentityProviders } from "./single_sign_on/providers.ts";
import { type ProxyConfig, ProxyLogin } from "./single_sign_on/proxy_login.ts";
import type { SingleSignOnServices } from "./single_sign_on/routes.ts";
import { SingleSignOn } from "./single_sign_on/single_sign_on.ts";
import { StepUp } from "./step_up.ts";

type Login =
  | ("sessions" | "limits" | "passwords" | "cookie" | "log" | "version" | "lastEventId")
  | "isPasswordAllowed";

export interface AuthOptions
  extends Pick<Base, "db" | "clock" | "logger" | "bus">, Pick<LoginFlowOptions, Login> {
  audit: AuditLogWriter;
  sealer: Sealer;
  settings(): Session["settings"];
  /** Identifies remembered devices. */
  browserCookie: SessionCookie;
  /** Identifies browsers that received a passkey challenge. */
  passkeyCookie: SessionCookie;
  /** Identifies browsers that log in at a provider. */
  signOnCookie: SessionCookie;
  sendToProvider: SendToProvider;
  proxy: ProxyConfig;
  basePath: string;
  publicUrl: URL | null;
  /** Set where several panels share a database. */
  challenges: SharedChallenges | undefined;
  /** The same for the logins at providers. */
  signOnChallenges: SharedChallenges | undefined;
  avatars: Pick<AvatarOptions, "folder" | "shared">;
}

export interface AuthServices extends SingleSignOnServices, Pick<AuthOptions, "isPasswordAllowed"> {
  loginFlow: LoginFlow;
  sessions: Sessions;
  stepUp: StepUp;
  accounts: Accounts;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  passkeyEndpoint: PasskeyEndpoint;
  avatars: Avatars;
  log: LoginLog;
  updatePreferences(accountId: number, patch: Parsed<PreferencesPatch>): Promise<Preferences>;
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
    isPasswordAllowed: options.isPasswordAllowed,
    version: options.version,
    lastEventId: options.lastEventId,
  });
  const accounts = new Accounts({ db, bus, clock, sessions, passwords, stepUp, secondFactor, passkeys, log });
  const avatars = new Avatars({ db, bus, clock, ...options.avatars });
  const signOn = openSingleSignOn(options, { loginFlow, record });
  return {
    ...{ loginFlow, sessions, stepUp, accounts, secondFactor, passkeys, passkeyEndpoint, avatars, log },
    ...signOn,
    updatePreferences: (accountId, patch) => updatePreferences(db, accountId, patch),
    isPasswordAllowed: options.isPasswordAllowed,
  };
}

function openSingleSignOn(
  options: AuthOptions,
  { loginFlow, record }: { loginFlow: LoginFlow; record: LoginRecord },
): SingleSignOnServices {
  const { db, bus, clock, logger, audit, sealer, sessions, limits, passwords, basePath, publicUrl } = options;
  const challenges = new Challenges({ clock, shared: options.signOnChallenges, lifeMs: LOGIN_LIFE_MS });
  const providers = new IdentityProviders({ db, bus, clock, sealer, sessions });
  const identities = new OwnIdentities({ db, bus, clock, sessions, challenges });
  const singleSignOn = new SingleSignOn({
    ...{ db, bus, clock, logger, audit, sealer, sessions, limits, basePath, publicUrl, loginFlow, record },
    ...{ providers, identities, cookie: options.signOnCookie },
    accounts: new AccountsOfIdentities({ db, clock, passwords, audit }),
    client: new OidcClient({ clock, send: options.sendToProvider }),
    states: new LoginStates(challenges),
  });
  const proxyLogin = new ProxyLogin({
    ...{ db, bus, clock, logger, passwords, sessions, loginFlow, record, audit },
    config: options.proxy,
  });
  return { providers, identities, singleSignOn, proxyLogin };
}
