import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import {
  type Application,
  type ApplicationInput,
  type ApplicationPatch,
  type ApplicationsQuery,
  type ApplicationWithSecret,
  maxApplications,
} from "../../contract/applications.ts";
import { includesScope, type Scope } from "../../contract/scopes.ts";
import type { List } from "../../contract/shapes.ts";
import type { Base } from "../../engine/base.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { sha256 } from "../../platform/tokens.ts";
import { newClientId, newClientSecret } from "./keys.ts";
import * as store from "./store.ts";
import { listTokens, removeTokens } from "./token_store.ts";
import type { ApplicationTokens } from "./tokens.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { isoTime } from "../../platform/iso_time.ts";

/** Names that refer to the panel itself. */
const reservedNames = ["system"];

export interface ApplicationsOptions extends Pick<Base, "db" | "clock" | "bus"> {
  tokens: Pick<ApplicationTokens, "notify">;
  /** On whose behalf; undefined for the panel itself. */
  owner?: ApplicationOwner;
}

/** Whoever manages applications. */
export interface ApplicationOwner {
  /** The account that new ones belong to; null for the panel. */
  accountId: number | null;
  /** What new ones may do at most. */
  permissions: readonly Scope[];
  /** Whether only the own ones exist for the owner. */
  isLimited: boolean;
}

/** Manages the programs that may use the API, each with its own permissions. */
export class Applications {
  constructor(private readonly options: ApplicationsOptions) {}

  /** Returns one page. Throws `validation_failed` for an unknown sort order. */
  async list(query: ApplicationsQuery): Promise<List<Application>> {
    const { db, owner } = this.options;
    const { rows, total } = await store.listApplications(
      db,
      query,
      owner?.isLimited ? owner.accountId : null,
    );
    return { items: rows.map(toApplication), total, page: query.page, pageSize: query.pageSize };
  }

  /** Returns one application. Throws `not_found`. */
  async get(id: number): Promise<Application> {
    return toApplication(await this.#found(this.options.db, id));
  }

  /** Checks whether an application could be created, apart from its name being taken. Throws `validation_failed`. */
  check(input: Parsed<ApplicationInput>): void {
    refuseIf(issuesOf(input));
  }

  /**
   * Creates an application; only this response contains its secret. `keys` are those that its programs already know; they
   * are new by default. A suspended one gets no tokens until it is enabled. Throws `validation_failed`.
   */
  async create(
    input: Parsed<ApplicationInput>,
    keys: { clientId: string; clientSecret: string } = {
      clientId: newClientId(),
      clientSecret: newClientSecret(),
    },
    { suspended = false } = {},
  ): Promise<ApplicationWithSecret> {
    refuseIf([...issuesOf(input), ...this.#scopeIssues(input)]);
    const { db, clock, owner } = this.options;
    const { clientId, clientSecret } = keys;
    const id = await db.transaction().execute(async (tx) => {
      await refuseTaken(tx, input.name, null);
      if (await store.countApplications(tx) >= maxApplications) {
        refuseIf([{ path: "name", code: "too_many", params: { max: maxApplications } }]);
      }
      const now = clock.now();
      return await store.insertApplication(tx, {
        name: input.name.trim(),
        client_id: clientId,
        secret_hash: sha256(clientSecret),
        scopes_json: scopesJson(input.scopes),
        account_id: owner?.accountId ?? null,
        last_used_at: null,
        suspended_at: suspended ? now : null,
        created_at: now,
        updated_at: now,
        version: 1,
      });
    });
    this.#notify(id, 1);
    return { ...await this.get(id), clientSecret };
  }

  /**
   * Updates name or permissions; new permissions apply to existing tokens at once. Throws `not_found`,
   * `stale_version` or `validation_failed`.
   */
  async update(
    id: number,
    patch: Parsed<ApplicationPatch>,
    expectedVersion: number | null,
  ): Promise<Application> {
    refuseIf([...issuesOf(patch), ...this.#scopeIssues(patch)]);
    const { db, clock, tokens } = this.options;
    const affected = await db.transaction().execute(async (tx) => {
      const before = await this.#found(tx, id);
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      if (patch.name !== undefined) await refuseTaken(tx, patch.name, id);
      await store.updateApplication(tx, id, {
        ...(patch.name !== undefined && { name: patch.name.trim() }),
        ...(patch.scopes !== undefined && { scopes_json: scopesJson(patch.scopes) }),
        updated_at: clock.now(),
      });
      return patch.scopes === undefined ? [] : await listTokens(tx, id);
    });
    const after = await this.get(id);
    tokens.notify(affected);
    this.#notify(id, after.version);
    return after;
  }

  /** Enables a suspended application: its secret works again. Throws `not_found`. */
  async enable(id: number): Promise<Application> {
    const { db, clock } = this.options;
    await db.transaction().execute(async (tx) => {
      await this.#found(tx, id);
      await store.updateApplication(tx, id, { suspended_at: null, updated_at: clock.now() });
    });
    const after = await this.get(id);
    this.#notify(id, after.version);
    return after;
  }

  /**
   * Creates a new secret, which also enables the application, and revokes all tokens of the old one. Throws
   * `not_found`.
   */
  async resetSecret(id: number): Promise<ApplicationWithSecret> {
    const clientSecret = newClientSecret();
    await this.#endTokens(id, (tx) =>
      store.updateApplication(tx, id, {
        secret_hash: sha256(clientSecret),
        suspended_at: null,
        updated_at: this.options.clock.now(),
      }));
    const after = await this.get(id);
    this.#notify(id, after.version);
    return { ...after, clientSecret };
  }

  /** Deletes an application with its tokens; returns it. Throws `not_found`. */
  async remove(id: number): Promise<Application> {
    const before = await this.get(id);
    await this.#endTokens(id, (tx) => store.removeApplication(tx, id));
    this.#notify(id, 0);
    return before;
  }

  async #endTokens(id: number, action: (tx: Tx) => Promise<void>): Promise<void> {
    const { db, tokens } = this.options;
    const ended = await db.transaction().execute(async (tx) => {
      await this.#found(tx, id);
      const ids = await listTokens(tx, id);
      await removeTokens(tx, ids);
      await action(tx);
      return ids;
    });
    tokens.notify(ended);
  }

  async #found(db: Database | Tx, id: number): Promise<store.ApplicationRow> {
    const { owner } = this.options;
    const row = await store.findApplication(db, id);
    if (!row || owner?.isLimited && row.account_id !== owner.accountId) throw new AppError("not_found");
    return row;
  }

  #scopeIssues({ scopes }: ApplicationPatch): FieldIssue[] {
    const { owner } = this.options;
    const beyond = owner && scopes?.find((scope) => !includesScope(owner.permissions, scope));
    return beyond ? [{ path: "scopes", code: "scope_of_role", params: { scope: beyond } }] : [];
  }

  #notify(id: number, version: number): void {
    const at = isoTime(this.options.clock.now());
    this.options.bus.publish({ topic: "applications", type: "application:changed", id, version, at });
  }
}

function issuesOf({ name, scopes }: ApplicationPatch): FieldIssue[] {
  const plain = name?.trim();
  return [
    ...(plain === "" ? [{ path: "name", code: "required" as const }] : []),
    ...(plain !== undefined && reservedNames.includes(plain.toLowerCase())
      ? [{ path: "name", code: "reserved_keyword" as const }]
      : []),
    ...(scopes?.length === 0 ? [{ path: "scopes", code: "no_permissions" as const }] : []),
  ];
}

async function refuseTaken(tx: Tx, name: string, id: number | null): Promise<void> {
  if (await store.isNameTaken(tx, name.trim(), id)) refuseIf([{ path: "name", code: "name_taken" }]);
}

function scopesJson(scopes: ApplicationInput["scopes"]): string {
  return JSON.stringify([...new Set(scopes)]);
}

function toApplication(row: store.ApplicationRow): Application {
  return {
    id: row.id,
    name: row.name,
    clientId: row.client_id,
    scopes: storedJson<Application["scopes"]>(row.scopes_json, []),
    suspended: row.suspended_at !== null,
    owner: row.owner,
    lastUsedAt: isoTime(row.last_used_at),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    version: row.version,
  };
}
