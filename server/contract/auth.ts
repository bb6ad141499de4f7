import * as z from "zod";
import { presentedPasskey } from "./passkeys.ts";
import { preferences } from "./preferences.ts";
import { id, instant, line } from "./shapes.ts";
import { roles } from "./roles.ts";
import { scopes } from "./scopes.ts";
import { languages, settings } from "./settings.ts";
import { accountLimits } from "./limits/account.ts";

/** Name of the cookie that carries a browser's session. Like any name of the API, it must not change. */
export const SESSION_COOKIE = "sundial_session";

/** Name of the cookie that identifies a browser while it logs in at a provider. */
export const SIGN_ON_COOKIE = "sundial_sign_on";

/** Name of the cookie that identifies a remembered device. */
export const BROWSER_COOKIE = "sundial_browser";

/** One line without leading or trailing blanks: a name must be possible to type at login. */
export const username = line(accountLimits.username).min(1).regex(/^(?:\S(?:.*\S)?)?$/);

export const loginBody = z.strictObject({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(accountLimits.password),
  code: z.string().max(accountLimits.code).optional().meta({
    description: "Six-digit code of the second factor, or a recovery code",
  }),
});
export type LoginBody = z.infer<typeof loginBody>;

/** Body of `POST /api/auth/token`: an application and its secret. */
export const tokenBody = z.strictObject({
  clientId: z.string().min(1).max(200),
  clientSecret: z.string().min(1).max(1000),
});

/** The token that an application then sends as `Authorization: Bearer`. */
export const tokenResult = z.object({ token: z.string(), expiresAt: instant }).meta({ id: "Token" });

/** What the page needs to know about the logged-in user. */
export const session = z.object({
  account: z.object({
    id,
    username: z.string(),
    avatar: z.string().nullable().meta({
      description: "URL of the picture, relative to `/api`; null if there is none",
    }),
    createdAt: instant.meta({
      description:
        "Together with `id`, identifies the account: after a restore, the same ID can belong to another account",
    }),
  }),
  role: z.enum(roles),
  labels: z.array(z.string()).nullable().meta({
    description: "Labels of the tasks for which the role holds; null for the whole panel",
  }),
  permissions: z.array(z.enum(scopes)).meta({ description: "What the user may do" }),
  scopes: z.array(z.string()).meta({
    description: "`*` for an administrator; otherwise the same as `permissions`",
  }),
  language: z.enum(languages).nullable().meta({ description: "Language of responses in this session" }),
  preferences,
  expiresAt: instant,
  settings,
  version: z.string().meta({ description: "Version of the panel" }),
  lastEventId: z.int().meta({
    description:
      "ID of the latest event; a stream opened with it as `lastEventId` receives every later change",
  }),
}).meta({ id: "Session" });
export type Session = z.infer<typeof session>;

/** The login before this one, which its owner should recognize. */
export const lastLogin = z.object({
  at: instant,
  ip: z.string(),
  address: z.string().nullable(),
  local: z.boolean(),
  device: z.string(),
}).meta({ id: "LastLogin" });
export type LastLogin = z.infer<typeof lastLogin>;

/** Information about earlier logins for a user who has just logged in. */
export const earlierLogins = z.object({
  last: lastLogin.nullable().meta({ description: "Previous login; null at the first login" }),
  failures: z.int().meta({ description: "Number of failed attempts since the previous login" }),
}).meta({ id: "EarlierLogins" });
export type EarlierLogins = z.infer<typeof earlierLogins>;

export const loginResult = session.extend({ earlierLogins }).meta({ id: "LoginAnswer" });
export type LoginResult = z.infer<typeof loginResult>;

/** Where the browser has to go to log out at the provider, too. */
export const logoutResult = z.object({ url: z.string() }).meta({ id: "LogoutAnswer" });
export type LogoutResult = z.infer<typeof logoutResult>;

/** Body of `POST /api/auth/step-up`: one of the fields is enough. */
export const stepUpBody = z.strictObject({
  password: z.string().min(1).max(accountLimits.password).optional(),
  code: z.string().min(1).max(accountLimits.code).optional(),
  passkey: presentedPasskey.optional(),
});
export type StepUpBody = z.infer<typeof stepUpBody>;

/** Body of `PATCH /api/auth/session`: the language of responses in this session. */
export const sessionPatch = z.strictObject({ language: z.enum(languages) });

/** One entry of `GET /api/auth/sessions`. */
export const sessionEntry = z.object({
  id,
  current: z.boolean(),
  ip: z.string(),
  address: z.string().nullable().meta({ description: "Location of the IP address; null if unknown" }),
  local: z.boolean().meta({ description: "Whether the IP address belongs to a local network" }),
  userAgent: z.string(),
  device: z.string().meta({ description: "Browser and operating system, derived from the user agent" }),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
}).meta({ id: "SessionEntry" });
export type SessionEntry = z.infer<typeof sessionEntry>;

export const initializationState = z.object({ initialized: z.boolean(), codeRequired: z.boolean() });
export type InitializationState = z.infer<typeof initializationState>;

/**
 * Whether a password is good is decided by the password policy, whose first check is for 'admin', not for length.
 */
export const newPassword = z.string().min(1).max(accountLimits.password);

/** What the first account and the panel's first settings are. */
export const firstAccount = z.strictObject({
  username,
  password: newPassword,
  language: z.enum(languages).optional(),
  followSystemLanguage: z.boolean().optional(),
  timeZone: z.string().max(100).optional(),
});
export type FirstAccount = z.infer<typeof firstAccount>;

export const initializationBody = firstAccount.extend({ code: z.string().max(100).optional() });
export type InitializationBody = z.infer<typeof initializationBody>;
