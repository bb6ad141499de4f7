import type { EarlierLogins } from "../../contract/auth.ts";
import type { LoginLogEntry, LoginLogQuery, LoginWay } from "../../contract/login_log.ts";
import { type LoginStatus, loginStatuses } from "../../contract/login_statuses.ts";
import { readValues } from "../../contract/read_values.ts";
import type { List } from "../../contract/shapes.ts";
import type { Base } from "../../engine/base.ts";
import type { Database } from "../../engine/store.ts";
import { deviceOf } from "../../platform/clients/device.ts";
import { isLocalAddress, type Locations } from "../../platform/clients/locations.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { Insertable, Selectable } from "kysely";
import type { LoginLogTable } from "../../migrations/account_tables.ts";

const RETENTION_MS = 180 * 86_400_000;
const MAX_STORED = 10_000;
const MAX_AGENT_CHARACTERS = 500;

export interface LoginLogOptions extends Pick<Base, "db" | "clock" | "bus" | "language"> {
  locations: Locations;
}

export interface Client {
  ip: string;
  userAgent: string;
  /** Token that may identify a remembered device. */
  browser?: string | undefined;
}

/** The account of an attempt. */
export interface NamedAccount {
  id: number;
  username: string;
}

/** Records login attempts and their outcome. Never the name entered: users type passwords there. */
export class LoginLog {
  constructor(private readonly options: LoginLogOptions) {}

  /** Records an attempt and publishes it. */
  async add(
    status: LoginStatus,
    { ip, userAgent }: Client,
    { way = "password", account }: { way?: LoginWay | undefined; account?: NamedAccount | undefined } = {},
  ): Promise<void> {
    const { db, bus, clock, locations, language } = this.options;
    const at = clock.now();
    const place = await locations.find(ip, language()) ?? "";
    const id = await addLogin(db, {
      at,
      status,
      ip,
      place,
      user_agent: userAgent.slice(0, MAX_AGENT_CHARACTERS),
      way,
      account_id: account?.id ?? null,
      account_name: account?.username ?? null,
    });
    const type = status === "succeeded" ? "login:succeeded" : "login:failed";
    bus.publish({ topic: "logins", type, id, version: 0, at: isoTime(at) });
  }

  async find(id: number): Promise<LoginLogEntry | null> {
    const row = await this.options.db.selectFrom("login_log").selectAll().where("id", "=", id)
      .executeTakeFirst();
    return row ? await toEntry(row) : null;
  }

  /** Returns attempts, newest first. Throws `validation_failed` for an unknown status. */
  async list({ page, pageSize, status }: LoginLogQuery): Promise<List<LoginLogEntry>> {
    const statuses = readValues("status", status, loginStatuses);
    const filter = { statuses, offset: (page - 1) * pageSize, limit: pageSize };
    const { rows, total } = await listLogins(this.options.db, filter);
    return { items: await Promise.all(rows.map(toEntry)), total, page, pageSize };
  }

  /** Returns the login of an account before the one at `startedAt`, and the number of failures between the two. */
  async earlier(accountId: number, startedAt: number): Promise<EarlierLogins> {
    const { db } = this.options;
    const row = await findLastSuccess(db, accountId, startedAt);
    const failures = await countFailures(db, { accountId, since: row?.at ?? 0, until: startedAt });
    if (!row) return { last: null, failures };
    const { at, ip, address, local, device } = await toEntry(row);
    return { last: { at, ip, address, local, device }, failures };
  }

  /** Counts the failed attempts since `at` (ms since the epoch), without those that named another account. */
  failuresSince(accountId: number, at: number): Promise<number> {
    return countFailures(this.options.db, { accountId, since: at, until: Number.MAX_SAFE_INTEGER });
  }

  async describe({ ip, userAgent }: Client) {
    const { locations, language } = this.options;
    return {
      address: await locations.find(ip, language()),
      local: isLocalAddress(ip),
      device: await deviceOf(userAgent),
    };
  }

  /** Housekeeping job: deletes entries older than 180 days or beyond 10,000. */
  async removeOld(): Promise<void> {
    await removeOldLogins(this.options.db, this.options.clock.now() - RETENTION_MS, MAX_STORED);
  }
}

async function toEntry(row: LoginRow): Promise<LoginLogEntry> {
  return {
    id: row.id,
    at: isoTime(row.at),
    status: row.status,
    way: row.way,
    account: row.account_id === null ? null : { id: row.account_id, username: row.account_name ?? "" },
    ip: row.ip,
    address: row.place === "" ? null : row.place,
    local: isLocalAddress(row.ip),
    userAgent: row.user_agent,
    device: await deviceOf(row.user_agent),
  };
}

type LoginRow = Selectable<LoginLogTable>;

/** Inserts an entry; returns its id. */
async function addLogin(db: Database, row: Insertable<LoginLogTable>): Promise<number> {
  return (await db.insertInto("login_log").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

interface LoginPage {
  statuses: readonly LoginStatus[] | undefined;
  offset: number;
  limit: number;
}

/** Returns one page of entries, newest first, and the total count. */
async function listLogins(db: Database, { statuses, offset, limit }: LoginPage) {
  const all = statuses === undefined
    ? db.selectFrom("login_log")
    : db.selectFrom("login_log").where("status", "in", statuses);
  const rows = await all.selectAll().orderBy("id", "desc").offset(offset).limit(limit).execute();
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Returns the latest success of an account before `before` (ms since the epoch). */
function findLastSuccess(db: Database, accountId: number, before: number): Promise<LoginRow | undefined> {
  return db.selectFrom("login_log").selectAll().where("status", "=", "succeeded").where("at", "<", before)
    .where("account_id", "=", accountId)
    .orderBy("at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
}

/** Counts failures from `since` up to, but excluding, `until` (ms since the epoch), that may have been meant for an account. */
async function countFailures(
  db: Database,
  { accountId, since, until }: { accountId: number; since: number; until: number },
): Promise<number> {
  const row = await db.selectFrom("login_log").where("status", "!=", "succeeded")
    .where("at", ">=", since).where("at", "<", until)
    .where((where) => where.or([where("account_id", "is", null), where("account_id", "=", accountId)]))
    .select(({ fn }) => fn.countAll<number>().as("failures")).executeTakeFirstOrThrow();
  return Number(row.failures);
}

/** Deletes entries older than `before`, and the oldest beyond the newest `max`. */
export async function removeOldLogins(db: Database, before: number, max: number): Promise<void> {
  await db.deleteFrom("login_log").where("at", "<", before).execute();
  const edge = await db.selectFrom("login_log").select("id").orderBy("id", "desc").offset(max).limit(1)
    .executeTakeFirst();
  if (edge) await db.deleteFrom("login_log").where("id", "<=", edge.id).execute();
}
