import type { Parsed } from "../../contract/parsed.ts";
import type {
  Channel,
  ForeignChannel,
  OwnChannel,
  OwnChannelInput,
  OwnChannelPatch,
  OwnChannels as OwnChannelList,
} from "../../contract/notifications.ts";
import type { NotificationEvent } from "../../contract/notification_events.ts";
import { initialEvents } from "../../contract/own_channels.ts";
import type { Reach, Role } from "../../contract/roles.ts";
import { AppError } from "../../contract/app_error.ts";
import type { Database } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { Asking, Channels } from "./channel_service.ts";
import { findChannel, listChannels, listForeignChannels } from "./store.ts";

/** Somebody with an account. */
export interface AccountHolder {
  accountId: number;
  role: Role;
  labels: Reach;
}

type AskingOwner = Omit<Asking, "readsLogs">;

/** The channels that belong to accounts: each knows only its own. */
export class OwnChannels {
  constructor(private readonly options: { db: Database; channels: Channels }) {}

  async list({ accountId }: AccountHolder): Promise<OwnChannelList> {
    const { db } = this.options;
    const events = new Map((await listChannels(db, accountId)).map((row) => [row.id, eventsOf(row)]));
    const channels = await this.#of(accountId).list();
    const other = await db.selectFrom("account").select("id").where("id", "!=", accountId).limit(1)
      .executeTakeFirst();
    return {
      items: channels.map((channel) => withEvents(channel, events.get(channel.id) ?? [])),
      hasOthers: other !== undefined,
    };
  }

  /** Returns a channel of an account. Throws `not_found`. */
  async get({ accountId }: AccountHolder, id: number): Promise<OwnChannel> {
    return await this.#withEvents(await this.#of(accountId).get(id));
  }

  /** Adds a channel to an account. Throws `validation_failed`, `secret_key_wrong`. */
  async create(
    { accountId, role, labels }: AccountHolder,
    input: Parsed<OwnChannelInput>,
    asking: AskingOwner,
  ): Promise<OwnChannel> {
    const { events = initialEvents(role, labels) } = input;
    const made = await this.#of(accountId).create(input, { ...asking, readsLogs: true }, events);
    return withEvents(made, events);
  }

  /** Changes a channel. Throws `not_found`, `stale_version`, `validation_failed`, `secret_key_wrong`. */
  async update(
    { accountId, id }: Pick<AccountHolder, "accountId"> & { id: number },
    patch: Parsed<OwnChannelPatch>,
    asking: AskingOwner & { ifMatch: number | null },
  ): Promise<OwnChannel> {
    return await this.#withEvents(
      await this.#of(accountId).update(id, patch, { ...asking, readsLogs: true }),
    );
  }

  async remove({ accountId }: AccountHolder, id: number): Promise<Channel> {
    return await this.#of(accountId).remove(id, { readsLogs: true });
  }

  async restore({ accountId }: AccountHolder, id: number): Promise<OwnChannel> {
    return await this.#withEvents(await this.#of(accountId).restore(id));
  }

  /** Returns a service that tests the channels of an account. */
  tester({ accountId }: AccountHolder): Pick<Channels, "send" | "testDraft"> {
    return this.#of(accountId);
  }

  /** Lists which channels accounts have, without what only their owners see. */
  async listForeign(): Promise<ForeignChannel[]> {
    return (await listForeignChannels(this.options.db)).map((row) => ({
      id: row.id,
      type: row.type,
      account: { id: row.account_id, username: row.username },
      enabled: row.enabled === 1,
      createdAt: isoTime(row.created_at),
    }));
  }

  /** Deletes a channel of any account for good; returns the name of its owner. Throws `not_found`. */
  async removeForeign(id: number): Promise<string> {
    const channel = (await this.listForeign()).find((one) => one.id === id);
    if (!channel) throw new AppError("not_found");
    const channels = this.#of(channel.account.id);
    await channels.remove(id, { readsLogs: true });
    channels.forgetDeleted(id);
    return channel.account.username;
  }

  #of(accountId: number): Channels {
    return this.options.channels.of(accountId);
  }

  async #withEvents(channel: Channel): Promise<OwnChannel> {
    const row = await findChannel(this.options.db, channel.id);
    return withEvents(channel, eventsOf({ events_json: row?.events_json ?? null }));
  }
}

function eventsOf({ events_json }: { events_json: string | null }): NotificationEvent[] {
  return storedJson<NotificationEvent[]>(events_json ?? "[]", []);
}

function withEvents(channel: Channel, events: NotificationEvent[]): OwnChannel {
  const { isDefault: _, ...own } = channel;
  return { ...own, events };
}
