import type { ErrorCode } from "../error_codes.ts";
import type { ErrorMessages } from "./contract_messages.ts";

/** Errors about accounts and their permissions. */
export const accountErrors = {
  already_initialized: { title: "Already set up", detail: "The panel already has an account" },
  second_factor_active: {
    title: "Two-factor authentication is on",
    detail: "Two-factor authentication is already on. Turn it off first.",
  },
  second_factor_inactive: {
    title: "Two-factor authentication is off",
    detail: "Two-factor authentication is not turned on for this account",
  },
  second_factor_not_started: {
    title: "Setup not started",
    detail: "Start setting up two-factor authentication first to get the secret for the app",
  },
  passkeys_unavailable: {
    title: "Passkeys unavailable",
    detail:
      "Passkeys are tied to a host name, but the panel was opened by IP address. Open it by its host name.",
  },
  too_many_passkeys: {
    title: "Too many passkeys",
    detail: "An account can have at most {max} passkeys. Remove one first.",
  },
  passkey_known: { title: "Passkey already added", detail: "This account already has this passkey" },
  permission_missing: {
    title: "Not permitted",
    detail: "Your role does not permit this. An administrator can change it.",
  },
  account_disabled: {
    title: "Account disabled",
    detail: "An administrator has disabled this account",
  },
  password_login_off: {
    title: "Passwords are turned off",
    detail: "Log in by single sign-on or with a passkey. sundial reset-password turns passwords on again.",
  },
  sign_on_failed: {
    title: "Not logged in",
    detail: "The proxy in front of the panel names nobody who can log in",
  },
  sign_on_without_role: {
    title: "No role",
    detail: "None of your groups has a role in this panel. An administrator can change that.",
  },
  too_few_other_logins: {
    title: "Passwords are still needed",
    detail: "Passwords can be turned off when {needed} administrators can log in by a provider or a passkey",
  },
  last_login_way: {
    title: "Only way to log in",
    detail: "This account has no password. Set one, or add a passkey or another identity first.",
  },
  last_administrator: {
    title: "Last administrator",
    detail: "This is the only active administrator. Make another account an administrator first.",
  },
  invitation_invalid: {
    title: "Invitation not valid",
    detail:
      "This invitation has been used, has expired or was withdrawn. Ask an administrator for a new one.",
  },
} satisfies Partial<Record<ErrorCode, ErrorMessages>>;
