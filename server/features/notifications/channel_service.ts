import { defaultRuleName } from "../../contract/messages/default_rule.ts";
import type { Requester } from "../../contract/scopes.ts";
import { isDeepStrictEqual } from "node:util";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type {
  Channel,
  ChannelInput,
  ChannelPatch,
  ChannelTypeEntry,
  NotificationRule,
  OwnChannelInput,
  OwnChannelPatch,
  TestBody,
  TestResult,
} from "../../contract/notifications.ts";
import {
  eventDetails,
  type NotificationEvent,
  notificationEvents,
} from "../../contract/notification_events.ts";
import { MAX_OWN_CHANNELS } from "../../contract/own_channels.ts";
import type { Language, Settings } from "../../contract/settings.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { withSealErrors } from "../../platform/seal.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { type ChannelDraft, draftChannel, nothingStored, type StoredChannel } from "./check_fields.ts";
import { type ChannelRow, plainFields, toChannel, toTypeEntry } from "./channel_rows.ts";
import { openFields, openProxy, redactedProxy, sealFields, sealProxy } from "./channel_secrets.ts";
import type { ChannelType, Message } from "./channels/channel_type.ts";
import { dropWaiting } from "./delivery_store.ts";
import { notificationMessages } from "./notification_messages.ts";
import type { DispatcherOptions } from "./dispatcher.ts";
import { openChannel, readyChannel } from "./ready_channel.ts";
import { DeletedChannels } from "./deleted_channels.ts";
import { refuseLogs } from "./log_access.ts";
import { countRulesChange, forgetChannel, recallChannel, ruleJson } from "./rule_rows.ts";
import * as store from "./store.ts";
import { insertRule, listRules } from "./store.ts";
import { type ReadyChannel, tryToSend } from "./try_to_send.ts";

/** The grouping period of a new rule. */
export const GROUP_MS = 5 * 60_000;

export interface Asking {
  language: Language;
  requester: Requester;
  /** Whether the channel is that of an account which is not an administrator's, for what is reported. */
  isOwn?: boolean;
  /** Whether that may read logs, which messages contain. */
  readsLogs: boolean;
  /** Whether required secrets may be missing, to be entered later. */
  secretsLater?: boolean;
  /** Whether the first channel gets no rule, because its rules come with it. */
  hasRules?: boolean;
}

export interface ChannelsOptions extends Omit<DispatcherOptions, "settings"> {
  settings(): Pick<Settings, "language">;
  /** Aborts sending when the panel stops. */
  signal: AbortSignal;
}

/** The channels of the panel; those of an account are `OwnChannels`. */
export class Channels {
  constructor(
    private readonly options: ChannelsOptions,
    private readonly owner: store.Owner = null,
    private readonly deleted = new DeletedChannels(options.clock),
  ) {}

  /** Returns the same service with other parts, such as a database that joins a transaction; what it deletes cannot be restored. */
  with(parts: Partial<ChannelsOptions>): Channels {
    return new Channels({ ...this.options, ...parts }, this.owner);
  }

  /** Returns a service for the channels of an account; it knows no others. */
  of(accountId: number): Channels {
    return new Channels(this.options, accountId, this.deleted);
  }

  types(): ChannelTypeEntry[] {
    return this.options.types.map(toTypeEntry);
  }

  async list(): Promise<Channel[]> {
    const { db } = this.options;
    const last = await store.lastDeliveries(db);
    return (await store.listChannels(db, this.owner)).map((row) => toChannel(row, last.get(row.id)));
  }

  /** Returns one channel. Throws `not_found`. */
  async get(id: number): Promise<Channel> {
    const { db } = this.options;
    return toChannel(await found(db, id, this.owner), (await store.lastDeliveries(db)).get(id));
  }

  /** Checks whether a channel could be created, apart from its name being taken. Throws `validation_failed`. */
  check(input: Parsed<ChannelInput>, language: Language): void {
    const draft = draftChannel(this.#typeOf(input.type), input, nothingStored, language);
    refuseIf([...nameIssues(input.name), ...draft.issues]);
  }

  /**
   * Creates a channel; the first one gets a rule and becomes the default. Throws `validation_failed`,
   * `secret_key_wrong`.
   */
  async create(
    input: Parsed<ChannelInput> | Parsed<OwnChannelInput>,
    { language, requester, readsLogs, secretsLater, hasRules = false }: Asking,
    events: readonly NotificationEvent[] | null = null,
  ): Promise<Channel> {
    const usual = "isDefault" in input ? input.isDefault : undefined;
    const type = this.#typeOf(input.type);
    const draft = draftChannel(type, input, nothingStored, language, secretsLater);
    refuseIf([...nameIssues(input.name), ...draft.issues]);
    const { db, clock, settings } = this.options;
    const now = clock.now();
    const id = await db.transaction().execute(async (tx) => {
      await refuseTaken(tx, input.name, { id: null, owner: this.owner });
      await this.#refuseMany(tx);
      const isFirst = this.owner === null && input.enabled !== false && !await hasUsedChannel(tx);
      const id = await store.insertChannel(tx, {
        name: input.name.trim(),
        type: type.type,
        ...this.#columns(draft),
        enabled: bit(input.enabled ?? true),
        is_default: bit(usual ?? isFirst),
        by_application: bit(requester === "application"),
        account_id: this.owner,
        events_json: events && JSON.stringify(events),
        created_at: now,
        updated_at: now,
        version: 1,
      });
      if (usual === true) await store.keepOneDefault(tx, id);
      if (isFirst && !hasRules) await addDefaultRule(tx, settings().language, now);
      await refuseLogs(tx, { id, isDefault: usual ?? isFirst }, { readsLogs });
      return id;
    });
    this.#publish(id, 1);
    return await this.get(id);
  }

  /** Enables a channel that was created disabled; as when it is created, the first one gets a rule and becomes the default. */
  async enable(id: number): Promise<void> {
    const { db, clock, settings } = this.options;
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      await found(tx, id, this.owner);
      const isFirst = !await hasUsedChannel(tx);
      await store.updateChannel(tx, id, { enabled: 1, ...isFirst && { is_default: 1 }, updated_at: now });
      if (isFirst) await addDefaultRule(tx, settings().language, now);
    });
    this.#publish(id, (await this.get(id)).version);
  }

  /** Updates a channel. Throws `not_found`, `stale_version`, `validation_failed`, `secret_key_wrong`. */
  async update(
    id: number,
    patch: Parsed<ChannelPatch> | Parsed<OwnChannelPatch>,
    { ifMatch, readsLogs, ...asking }: Asking & { ifMatch: number | null },
  ): Promise<Channel> {
    const { db, clock } = this.options;
    await db.transaction().execute(async (tx) => {
      const row = await found(tx, id, this.owner);
      if (ifMatch !== null && ifMatch !== row.version) throw new AppError("stale_version");
      const { name, enabled, fields, proxy } = patch;
      const isDefault = "isDefault" in patch ? patch.isDefault : undefined;
      const events = "events" in patch ? patch.events : undefined;
      const columns = fields === undefined && proxy === undefined ? {} : this.#redraft(row, patch, asking);
      refuseIf(name === undefined ? [] : nameIssues(name));
      if (name !== undefined) await refuseTaken(tx, name, { id, owner: this.owner });
      await store.updateChannel(tx, id, {
        ...(name !== undefined && { name: name.trim() }),
        ...(enabled !== undefined && { enabled: bit(enabled) }),
        ...(isDefault !== undefined && { is_default: bit(isDefault) }),
        ...(events !== undefined && { events_json: JSON.stringify(events) }),
        ...columns,
        updated_at: clock.now(),
      });
      if (isDefault === true) await store.keepOneDefault(tx, id);
      const isDirected = fields !== undefined || proxy !== undefined || isDefault === true;
      const target = { id, isDefault: isDefault ?? row.is_default === 1 };
      if (isDirected) await refuseLogs(tx, target, { readsLogs });
    });
    const after = await this.get(id);
    this.#publish(id, after.version);
    return after;
  }

  /** Deletes a channel and returns it; drops the deliveries that wait for it. Ten minutes long it can be restored. Throws `not_found`. */
  async remove(id: number, { readsLogs }: Pick<Asking, "readsLogs">): Promise<Channel> {
    const before = await this.get(id);
    const { db, clock, settings } = this.options;
    const { errors } = notificationMessages[settings().language];
    const [row, rules] = await db.transaction().execute(async (tx) => {
      const row = await found(tx, id, this.owner);
      await store.removeChannel(tx, id);
      const rules = await forgetChannel(tx, id, clock.now());
      await dropWaiting(tx, id, { answer: errors.gone(""), now: clock.now() });
      const left = await store.listChannels(tx, this.owner);
      const next = left.find(({ enabled }) => enabled === 1);
      // Otherwise messages without a channel would reach nobody from now on.
      if (row.is_default === 1 && next) {
        await store.updateChannel(tx, next.id, { is_default: 1 });
        await refuseLogs(tx, { id: next.id, isDefault: true }, { readsLogs });
      }
      return [row, rules] as const;
    });
    this.deleted.add(row, rules);
    this.#publish(id, 0);
    return before;
  }

  /**
   * Restores a channel that was deleted in the last ten minutes, with its secrets and in its rules; dropped deliveries stay
   * dropped. Throws `not_found`, and `validation_failed` if its name was taken.
   */
  async restore(id: number): Promise<Channel> {
    const deleted = this.deleted.find(id);
    if (!deleted || deleted.row.account_id !== this.owner) throw new AppError("not_found");
    const { row, rules } = deleted;
    const { db, clock } = this.options;
    const restoredId = await db.transaction().execute(async (tx) => {
      await refuseTaken(tx, row.name, { id: null, owner: this.owner });
      await this.#refuseMany(tx);
      const now = clock.now();
      const { id: _, ...columns } = { ...row, version: row.version + 1, updated_at: now };
      // A channel that was added since may have its id.
      const isFree = await store.findChannel(tx, id) === undefined;
      const restoredId = await store.insertChannel(tx, isFree ? { ...columns, id } : columns);
      if (row.is_default === 1) await store.keepOneDefault(tx, restoredId);
      await recallChannel(tx, restoredId, rules, now);
      return restoredId;
    });
    this.deleted.forget(id);
    const after = await this.get(restoredId);
    this.#publish(restoredId, after.version);
    return after;
  }

  /** Makes a deleted channel impossible to restore. */
  forgetDeleted(id: number): void {
    this.deleted.forget(id);
  }

  /**
   * Sends a message, by default a test, through a saved channel at once, and stores nothing of it; the result includes the channel's
   * name. Throws `not_found`, `secret_key_wrong`.
   */
  async send(
    id: number,
    { requester, ...asking }: Omit<Asking, "readsLogs">,
    text?: Omit<Message, "key">,
  ): Promise<TestResult & { name: string }> {
    const { db, sealer, panelProxy } = this.options;
    const row = await found(db, id, this.owner);
    const type = this.#typeOf(row.type);
    const ready = withSealErrors(() => openChannel(row, type, { sealer, panelProxy }));
    const by = row.by_application === 1 ? "application" : requester;
    return { ...await this.#try(ready, { ...asking, requester: by }, text), name: row.name };
  }

  /** Sends a test message with unsaved values. Throws `not_found`, `validation_failed`, `secret_key_wrong`. */
  async testDraft(
    { type: name, fields, proxy, id }: Parsed<TestBody>,
    asking: Omit<Asking, "readsLogs">,
  ): Promise<TestResult> {
    const { db, panelProxy } = this.options;
    const type = this.#typeOf(name);
    const row = id === undefined ? null : await found(db, id, this.owner);
    const stored = row?.type === name ? this.#open(row) : nothingStored;
    const draft = draftChannel(type, { fields, proxy }, stored, asking.language);
    refuseIf(draft.issues);
    const values = { ...draft.plain, ...draft.secrets };
    return await this.#try(readyChannel(type, values, draft.proxy ?? panelProxy()), asking);
  }

  async #try(
    channel: ReadyChannel,
    { language, requester, isOwn = false }: Omit<Asking, "readsLogs">,
    text: Omit<Message, "key"> = { ...notificationMessages[language].test, link: this.options.panelLink() },
  ): Promise<TestResult> {
    const { clock, openSender, signal, logger } = this.options;
    const message = { ...text, key: crypto.randomUUID() };
    const { ok, result: response } = await tryToSend(channel, message, {
      clock,
      openSender,
      signal,
      language,
      requester,
      isOwn,
      onBug: (stack) => logger.error("a test of a channel failed", { type: channel.type.type, stack }),
    });
    return { ok, answer: response };
  }

  #redraft(
    row: ChannelRow,
    patch: ChannelPatch,
    { language, requester, secretsLater }: Omit<Asking, "readsLogs">,
  ) {
    const stored = this.#open(row);
    const draft = draftChannel(this.#typeOf(row.type), patch, stored, language, secretsLater);
    refuseIf(draft.issues);
    const { plain, secrets, proxy } = draft;
    const isSame = isDeepStrictEqual([plain, secrets, proxy], [stored.plain, stored.secrets, stored.proxy]);
    // A user who submits the fields has seen them.
    const by = requester === "person" ? 0 : isSame ? row.by_application : 1;
    return { ...this.#columns(draft), by_application: by };
  }

  #columns({ plain, secrets, proxy }: ChannelDraft) {
    const { sealer } = this.options;
    return withSealErrors(() => ({
      fields_json: JSON.stringify(plain),
      secrets: sealFields(secrets, sealer),
      proxy: sealProxy(proxy ?? "", sealer),
    }));
  }

  #open(row: ChannelRow): StoredChannel {
    const { sealer } = this.options;
    return withSealErrors(() => ({
      plain: plainFields(row),
      secrets: openFields(row.secrets, sealer),
      proxy: openProxy(row.proxy, sealer),
      redactedProxy: redactedProxy(row.proxy),
    }));
  }

  #typeOf(name: string): ChannelType {
    const type = this.options.types.find(({ type }) => type === name);
    if (type) return type;
    throw new AppError("validation_failed", { count: 1 }, [{ path: "type", code: "unknown_channel_type" }]);
  }

  async #refuseMany(tx: Tx): Promise<void> {
    if (this.owner === null || (await store.listChannels(tx, this.owner)).length < MAX_OWN_CHANNELS) return;
    refuseIf([{ path: "name", code: "too_many_channels", params: { max: MAX_OWN_CHANNELS } }]);
  }

  #publish(id: number, version: number): void {
    const at = isoTime(this.options.clock.now());
    this.options.bus.publish({ topic: "notifications", type: "channel:changed", id, version, at });
  }
}

async function found(db: Database | Tx, id: number, owner: store.Owner): Promise<ChannelRow> {
  const row = await store.findChannel(db, id);
  if (!row || row.account_id !== owner) throw new AppError("not_found");
  return row;
}

function nameIssues(name: string) {
  return name.trim() === "" ? [{ path: "name", code: "required" as const }] : [];
}

async function refuseTaken(tx: Tx, name: string, of: Parameters<typeof store.isNameTaken>[2]): Promise<void> {
  if (await store.isNameTaken(tx, name.trim(), of)) refuseIf([{ path: "name", code: "name_taken" }]);
}

function bit(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/**
 * Adds the rule that comes with the first channel, unless rules exist: it covers what an operator must know
 * without flooding them.
 */
/** Returns whether there is a channel that somebody has put to use. */
async function hasUsedChannel(tx: Tx): Promise<boolean> {
  return (await store.listChannels(tx, null)).some((row) =>
    row.enabled === 1 || row.is_default === 1 || row.version > 1
  );
}

async function addDefaultRule(tx: Tx, language: Language, now: number): Promise<void> {
  if ((await listRules(tx)).length > 0) return;
  const rule: NotificationRule = {
    name: defaultRuleName(language),
    enabled: true,
    events: notificationEvents.filter((event) => eventDetails[event].inDefaultRule),
    labels: null,
    taskIds: null,
    channelIds: [],
    quietHours: null,
    groupMs: GROUP_MS,
    longerThanMs: null,
    oncePerState: true,
    title: null,
    content: null,
    language: null,
  };
  await insertRule(tx, 0, ruleJson(rule));
  await countRulesChange(tx, now);
}
