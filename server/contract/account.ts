import * as z from "zod";
import { earlierLogins, newPassword, username } from "./auth.ts";
import { id, instant } from "./shapes.ts";
import { accountLimits } from "./limits/account.ts";

export const secondFactorState = z.object({
  enabled: z.boolean(),
  since: instant.nullable(),
  recoveryCodesLeft: z.int(),
}).meta({ id: "SecondFactorState" });
export type SecondFactorState = z.infer<typeof secondFactorState>;

/** Response of `GET /api/account`. */
export const account = z.object({
  id,
  username: z.string(),
  avatar: z.string().nullable().meta({
    description: "URL of the picture, relative to `/api`; null if there is none",
  }),
  secondFactor: secondFactorState,
  hasPassword: z.boolean().meta({
    description: "Whether somebody knows the password; false after single sign-on has created the account",
  }),
  earlierLogins: earlierLogins.meta({
    description: "Logins before the one that started the current session",
  }),
  failuresSince: z.int().meta({ description: "Number of failed logins since the current session started" }),
  version: z.int(),
}).meta({ id: "Account" });
export type Account = z.infer<typeof account>;

const current = z.string().min(1).max(accountLimits.password).meta({ description: "The current password" });

/** Body of `PATCH /api/account`. */
export const accountPatch = z.strictObject({ username, current });
export type AccountPatch = z.infer<typeof accountPatch>;

/** Body of `POST /api/account/password`. */
export const passwordBody = z.strictObject({
  current: current.optional().meta({
    description: "The current password; required unless the account has none",
  }),
  next: newPassword,
});
export type PasswordBody = z.infer<typeof passwordBody>;

/** Data for an authenticator app, returned only once. */
export const secondFactorSetup = z.object({
  uri: z.string().meta({ description: "`otpauth://` URI of the secret" }),
  secret: z.string().meta({ description: "Secret for manual entry, in Base32" }),
  picture: z.string().meta({ description: "QR code of the URI, as SVG" }),
}).meta({ id: "SecondFactorSetup" });
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;

export const codeBody = z.strictObject({ code: z.string().min(1).max(accountLimits.code) });

/** The recovery codes, returned only once. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
