// Types of the tables of 0006_accounts; the conventions are those of `tables.ts`.
import type { Generated } from "kysely";
import type { AuditActor } from "../contract/audit_log.ts";
import type { LoginWay } from "../contract/login_log.ts";
import type { Role } from "../contract/roles.ts";
import type { LoginStatus } from "../contract/login_statuses.ts";

export interface AccountTable {
  id: Generated<number>;
  username: string;
  /** `scrypt$N$r$p$salt$hash`, base64url. */
  password_hash: string;
  /** The second factor's secret, sealed; null without one. */
  factor_secret: Generated<string | null>;
  /** The secret of a second factor that is being set up, sealed. */
  factor_pending: Generated<string | null>;
  /** The newest time step whose code was used: neither it nor an earlier one is accepted again. */
  factor_step: Generated<number | null>;
  factor_since: Generated<number | null>;
  /** SHA-256 of the picture's file, hex; null without one. */
  avatar_hash: Generated<string | null>;
  role: Generated<Role>;
  /** Labels of the tasks for which the role holds; null for the whole panel. */
  labels_json: Generated<string | null>;
  disabled_at: Generated<number | null>;
  last_login_at: Generated<number | null>;
  /** Which provider's rules, or the proxy's, gave the role; null: somebody in the panel did. */
  role_source: Generated<string | null>;
  /** Whether a person knows the password; 0 where single sign-on created the account. */
  has_password: Generated<0 | 1>;
  /** What the person has set, and what pages remember. */
  preferences_json: Generated<string>;
  created_at: number;
  updated_at: number;
  version: number;
}

export interface IdentityProviderTable {
  id: Generated<number>;
  name: string;
  issuer: string;
  client_id: string;
  /** Null for a public client. */
  secret_sealed: string | null;
  scopes: string;
  create_accounts: 0 | 1;
  match_email: 0 | 1;
  role_claim: string | null;
  roles_json: string;
  default_role: Role | null;
  created_at: number;
  updated_at: number;
  version: number;
}

/** Somebody at a provider, who is logged in to an account. */
export interface AccountIdentityTable {
  id: Generated<number>;
  provider_id: number;
  account_id: number;
  /** As the provider names the person, unchanging. */
  subject: string;
  /** Only if the provider has verified it; in lower case. */
  email: string | null;
  created_at: number;
  last_login_at: number | null;
}

export interface SessionTable {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the token, hex: the database alone does not let anyone log in. */
  token_hash: string;
  language: "en" | "zh" | null;
  ip: string;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** When the session last re-authenticated with a password or a code. */
  proven_at: Generated<number>;
  /** How it was opened; one of a proxy ends where the proxy names nobody or another person. */
  way: Generated<LoginWay>;
  provider_id: Generated<number | null>;
  /** The provider's token, sealed: with it, the provider logs out without a question. */
  id_token_sealed: Generated<string | null>;
}

export interface LoginAttemptTable {
  id: Generated<number>;
  /**
   * Which endpoint was tried: an application with an outdated secret must not lock out a user at the same
   * address.
   */
  door: "login" | "token" | "initialization" | "sign_on";
  /** The address; for IPv6 its first 64 bits, because one client controls all the rest. */
  network: string;
  /**
   * SHA-256 of the lower-cased user name, hex: a password typed into the wrong field is not stored in plain text.
   */
  username_hash: string;
  succeeded: 0 | 1;
  at: number;
}

export interface RecoveryCodeTable {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the code, hex: a code has the entropy of a key, so it needs no slow hash. */
  code_hash: string;
  used_at: number | null;
}

export interface InvitationTable {
  id: Generated<number>;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  role: Role;
  labels_json: string | null;
  username: string | null;
  /** Name of the administrator. */
  created_by: string;
  created_at: number;
  expires_at: number;
}

/** A login whose password was correct and whose second factor is pending; counts the codes tried. */
export interface PendingLoginTable {
  id: Generated<number>;
  account_id: number;
  network: string;
  checks: number;
  opened_at: number;
  /** When it was exhausted or succeeded. */
  ended_at: number | null;
}

export interface ApplicationTable {
  id: Generated<number>;
  name: string;
  client_id: string;
  /** SHA-256 of the secret, hex: the secret is generated here with the entropy of a key. */
  secret_hash: string;
  scopes_json: string;
  /** To whom it belongs; null for the panel. It may do nothing that its owner may not. */
  account_id: Generated<number | null>;
  last_used_at: number | null;
  /**
   * Since when it gets no token until it is enabled again: a restore brought it back, or the password was reset. Null: it is
   * enabled.
   */
  suspended_at: Generated<number | null>;
  created_at: number;
  updated_at: number;
  version: number;
}

export interface ApplicationTokenTable {
  id: Generated<number>;
  application_id: number;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  created_at: number;
  expires_at: number;
}

export interface LoginLogTable {
  id: Generated<number>;
  at: number;
  status: LoginStatus;
  ip: string;
  /** Location of that address, as known at that time. */
  place: string;
  user_agent: string;
  way: Generated<LoginWay>;
  /** Whose login it was; of a failed one, the account with exactly that name. Null if there is none. */
  account_id: Generated<number | null>;
  /** What the account was called then. */
  account_name: Generated<string | null>;
}

/** Append-only entries: each row's hash covers the hash of the row before it. */
export interface AuditEntryTable {
  id: Generated<number>;
  at: number;
  actor_kind: AuditActor;
  actor_id: number | null;
  actor_name: string | null;
  ip: string | null;
  /** `tasks.run`, `login.failed`. */
  act: string;
  /** The object of the action: ids, a path, a name. */
  object: string | null;
  detail_json: string;
  hash: string;
}

/** One row, 1: the newest entry. Without it, entries removed from the end would go unnoticed. */
export interface AuditHeadTable {
  id: number;
  entry_id: number;
  hash: string;
}

// Types of the tables of 0008_passkeys; the conventions are those of `tables.ts`.

/** Nothing here is secret: the private key never leaves its device. */
export interface PasskeyTable {
  id: Generated<number>;
  account_id: number;
  /** As the browser encodes it, base64url. */
  credential_id: string;
  /** SubjectPublicKeyInfo, base64url. */
  public_key: string;
  algorithm: "ES256" | "RS256";
  /** Number of signatures counted by its device; always 0 for a device that does not count. */
  counter: number;
  /** Host of the panel it was created for: its relying party. */
  host: string;
  name: string;
  synced: 0 | 1;
  transports_json: string;
  created_at: number;
  last_used_at: number | null;
  version: Generated<number>;
}
