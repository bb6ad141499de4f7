import { AppError, refuseIf } from "../../../contract/app_error.ts";
import type {
  IdentityProvider,
  IdentityProviderInput,
  IdentityProviderPatch,
  RoleRule,
} from "../../../contract/identity_providers.ts";
import { identityProviderLimits } from "../../../contract/limits/identity_providers.ts";
import type { Parsed } from "../../../contract/parsed.ts";
import type { Base } from "../../../engine/base.ts";
import type { Tx } from "../../../engine/store.ts";
import { isoTime } from "../../../platform/iso_time.ts";
import { isLoopbackName } from "../../../platform/networks.ts";
import { type Sealer, withSealErrors } from "../../../platform/seal.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { checkLabels } from "../account_list/role_labels.ts";
import type { Sessions } from "../sessions.ts";
import type { OidcProvider } from "./oidc_client.ts";
import type { RoleRules } from "./role_rules.ts";
import {
  addProvider,
  countProviders,
  deleteProvider,
  findProvider,
  findProviderNamed,
  listProviderNames,
  listProviders,
  listProviderSessions,
  type ProviderRow,
  updateProvider,
} from "./store.ts";

/** What stands for a secret that is stored. */
const HIDDEN = "***";

export interface ProvidersOptions extends Pick<Base, "db" | "clock" | "bus"> {
  sealer: Sealer;
  sessions: Pick<Sessions, "end">;
}

/** A provider as a login needs it. */
export interface LoginProvider extends OidcProvider, RoleRules {
  name: string;
  createAccounts: boolean;
  matchEmail: boolean;
}

/** The identity providers that administrators have set up. */
export class IdentityProviders {
  constructor(private readonly options: ProvidersOptions) {}

  async list(): Promise<IdentityProvider[]> {
    return (await listProviders(this.options.db)).map((row) => ({
      id: row.id,
      ...described(row),
      identities: Number(row.identities),
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
      version: row.version,
    }));
  }

  names(): Promise<{ id: number; name: string }[]> {
    return listProviderNames(this.options.db);
  }

  /** Returns a provider with its secret; undefined if it does not exist. Throws `secret_key_wrong`. */
  async find(id: number): Promise<LoginProvider | undefined> {
    const row = await findProvider(this.options.db, id);
    if (!row) return undefined;
    const { secret_sealed: sealed, version } = row;
    const clientSecret = sealed === null
      ? null
      : withSealErrors(() => this.options.sealer.open(sealed, "identity_provider"));
    return { id, version, ...described(row), clientSecret };
  }

  /** Throws `validation_failed`. */
  async create(input: Parsed<IdentityProviderInput>): Promise<IdentityProvider> {
    const { db, clock } = this.options;
    check(input);
    const now = clock.now();
    const id = await db.transaction().execute(async (tx) => {
      await this.#refuseName(tx, input.name);
      if (await countProviders(tx) >= identityProviderLimits.providers) {
        refuseIf([{ path: "name", code: "too_many", params: { max: identityProviderLimits.providers } }]);
      }
      if (input.id !== undefined && await findProvider(tx, input.id)) {
        refuseIf([{ path: "id", code: "id_taken" }]);
      }
      const sealed = this.#sealed(input.clientSecret);
      return await addProvider(tx, {
        ...(input.id !== undefined && { id: input.id }),
        ...toRow(input),
        ...{ secret_sealed: sealed ?? null, created_at: now, updated_at: now, version: 1 },
      });
    });
    this.#publish(id);
    return await this.#get(id);
  }

  /** Throws `not_found`, `stale_version` or `validation_failed`. */
  async update(
    id: number,
    change: Parsed<IdentityProviderPatch>,
    ifMatch: number | null,
  ): Promise<IdentityProvider> {
    const { db, clock } = this.options;
    await db.transaction().execute(async (tx) => {
      const row = await found(tx, id);
      if (ifMatch !== null && ifMatch !== row.version) throw new AppError("stale_version");
      const { clientSecret, ...plain } = change;
      const isNewIssuer = plain.issuer !== undefined && plain.issuer !== row.issuer;
      // Otherwise whoever changes the address would have the secret sent there.
      if (
        isNewIssuer && row.secret_sealed !== null && (clientSecret === undefined || clientSecret === HIDDEN)
      ) {
        refuseIf([{ path: "clientSecret", code: "required" }]);
      }
      const after = { ...described(row), ...defined(plain) };
      check(after);
      await this.#refuseName(tx, after.name, id);
      const sealed = this.#sealed(clientSecret);
      const secret = sealed === undefined ? {} : { secret_sealed: sealed };
      await updateProvider(tx, id, { ...toRow(after), ...secret, updated_at: clock.now() });
    });
    this.#publish(id);
    return await this.#get(id);
  }

  /** Deletes a provider with all identities, and ends the sessions that it opened. Returns its name. Throws `not_found`. */
  async remove(id: number): Promise<string> {
    const { db, sessions } = this.options;
    const opened = await listProviderSessions(db, id);
    const name = await db.transaction().execute(async (tx) => {
      const row = await found(tx, id);
      await deleteProvider(tx, id);
      return row.name;
    });
    for (const session of opened) await sessions.end(session);
    this.#publish(id);
    return name;
  }

  async #get(id: number): Promise<IdentityProvider> {
    const provider = (await this.list()).find((one) => one.id === id);
    if (!provider) throw new AppError("not_found");
    return provider;
  }

  async #refuseName(tx: Tx, name: string, id?: number): Promise<void> {
    const other = await findProviderNamed(tx, name);
    if (other !== undefined && other !== id) refuseIf([{ path: "name", code: "name_taken" }]);
  }

  // Undefined: what is stored stays.
  #sealed(secret: string | null | undefined): string | null | undefined {
    if (secret === undefined || secret === HIDDEN) return undefined;
    if (secret === null) return null;
    return withSealErrors(() => this.options.sealer.seal(secret, "identity_provider"));
  }

  #publish(id: number): void {
    const at = isoTime(this.options.clock.now());
    this.options.bus.publish({ topic: "accounts", type: "account:changed", id, version: 0, at });
  }
}

type Described = Omit<IdentityProviderInput, "clientSecret" | "id"> & { clientSecret: string | null };

function described(row: ProviderRow): Described {
  return {
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: row.secret_sealed === null ? null : HIDDEN,
    scopes: row.scopes,
    createAccounts: row.create_accounts === 1,
    matchEmail: row.match_email === 1,
    roleClaim: row.role_claim,
    roles: storedJson<RoleRule[]>(row.roles_json, []),
    defaultRole: row.default_role,
  };
}

function toRow(input: Described) {
  return {
    name: input.name,
    issuer: input.issuer,
    client_id: input.clientId,
    scopes: input.scopes,
    create_accounts: input.createAccounts ? 1 as const : 0 as const,
    match_email: input.matchEmail ? 1 as const : 0 as const,
    role_claim: input.roleClaim,
    roles_json: JSON.stringify(input.roles),
    default_role: input.defaultRole,
  };
}

function check({ issuer, roles }: Pick<Described, "issuer" | "roles">): void {
  if (!isIssuer(issuer)) refuseIf([{ path: "issuer", code: "bad_issuer" }]);
  roles.forEach((rule, at) => checkLabels(rule, `roles.${at}.labels`));
}

/** Returns whether a text can be the address of a provider: what it says must not be changed on the way. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (`${username}${password}${search}${hash}` !== "" || /[\s?#]/.test(text)) return false;
  return protocol === "https:" || protocol === "http:" && isLoopbackName(hostname);
}

// A field that was not sent changes nothing.
function defined<T extends object>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

async function found(tx: Tx, id: number): Promise<ProviderRow> {
  const row = await findProvider(tx, id);
  if (!row) throw new AppError("not_found");
  return row;
}
