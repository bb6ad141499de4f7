// Turns events into deliveries: who is notified, now or later, individually or grouped. Only writes rows, so
// the source of an event never waits for a notification to be sent.
import type { NotificationEvent } from "../../contract/notification_events.ts";
import type { StoredRule } from "../../contract/notifications.ts";
import type { Settings } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { eventsFor, listOwners, subjectOf } from "./channel_owners.ts";
import type { ChannelRow } from "./channel_rows.ts";
import { countWaiting, findHeld, insertDelivery } from "./delivery_store.ts";
import {
  type EventHeartbeat,
  type EventReport,
  type EventTask,
  isNotifiedOnce,
  type Locale,
} from "./event.ts";
import { notificationMessages } from "./notification_messages.ts";
import { appendItem, holdUntil } from "./held_deliveries.ts";
import { type Item, renderItem } from "./render.ts";
import { toRule } from "./rule_rows.ts";
import { readState, REPORTED, writeState } from "./store.ts";
import * as store from "./store.ts";

/**
 * Maximum number of messages waiting for one channel: in a flood without grouping, more would be useless.
 */
export const MAX_WAITING = 1_000;
/** Grouping period of messages that a task's own notification settings cause, in ms. */
const TASK_GROUP_MS = 60_000;
/** Grouping period of messages to channels of one's own, in ms. */
const OWN_GROUP_MS = 5 * 60_000;
/** Source name of tasks' own notification settings, as stored in the database. */
const TASK_SOURCE = "switches";

export interface NotifierOptions extends Pick<Base, "db" | "clock" | "bus"> {
  settings(): Pick<Settings, "language" | "effectiveTimeZone" | "title">;
  /** Returns the absolute URL of a page of the panel; null without a public address. */
  linkTo(page: string): string | null;
  /** Called when there is something to send. */
  onRows(): void;
  /** Returns whether a maintenance window is open in which a task, or a heartbeat with some labels, causes no notifications. */
  isSilent(about: Pick<EventTask, "id" | "labels" | "pool">, at: number): boolean;
}

/** Writes data in the same transaction; returns whether the event is new. */
export type Alongside = (tx: Database | Tx) => Promise<boolean>;

interface Target {
  source: Source;
  channel: ChannelRow;
}

export class Notifier {
  constructor(private readonly options: NotifierOptions) {}

  /**
   * Notifies all targets of an event. `alongside` runs in the same transaction; if it returns false, the
   * event was reported before and nobody is notified.
   */
  async notify(event: EventReport, alongside?: Alongside): Promise<void> {
    const { db, bus, clock, onRows } = this.options;
    const targets = await this.#targets(event);
    if (targets.length === 0) {
      // Without targets there is nothing to write atomically: skipping the transaction avoids blocking other
      // writers.
      await alongside?.(db);
      return;
    }
    const log = await event.log?.() ?? "";
    const count = await db.transaction().execute(async (tx) =>
      alongside === undefined || await alongside(tx) ? await this.#post(tx, targets, { event, log }) : 0
    );
    if (count === 0) return;
    const at = isoTime(clock.now());
    bus.publish({ topic: "notifications", type: "delivery:changed", id: 0, version: 0, at });
    onRows();
  }

  // A channel that one source notifies is not notified by another as well.
  async #targets(event: EventReport): Promise<Target[]> {
    const { db, isSilent } = this.options;
    const about = event.task ?? (event.heartbeat && { id: 0, labels: event.heartbeat.labels, pool: null });
    if (about && isSilent(about, event.at)) return [];
    const all = (await store.listAllChannels(db)).filter(({ enabled }) => enabled === 1);
    if (all.length === 0) return [];
    const own = await this.#ownTargets(event, all);
    const channels = all.filter(({ account_id }) => account_id === null);
    if (channels.length === 0) return own;
    const rules = (await store.listRules(db)).map(toRule).filter((rule) => rule !== null);
    return findSources(event, rules).flatMap((source) =>
      channelsOf(source.rule, channels).map((channel) => ({ source, channel }))
    ).concat(own);
  }

  async #ownTargets(event: EventReport, channels: readonly ChannelRow[]): Promise<Target[]> {
    if (event.task?.muted || event.heartbeat?.muted) return [];
    const owners = await listOwners(this.options.db, channels.flatMap(({ account_id }) => account_id ?? []));
    return channels.flatMap((channel): Target[] => {
      const owner = owners.get(channel.account_id ?? 0);
      const events = owner ? withoutShort(eventsFor(channel, owner, event), event, null) : [];
      if (events.length === 0) return [];
      const source = { name: `channel:${channel.id}`, rule: null, groupMs: OWN_GROUP_MS, oncePerState: true };
      return [{ source: { ...source, events }, channel }];
    });
  }

  async #post(
    tx: Tx,
    targets: readonly Target[],
    report: { event: EventReport; log: string },
  ): Promise<number> {
    const channelIds = new Set<number>();
    const wanted = new Map<Source, Source["events"]>();
    for (const { source, channel } of targets) {
      const events = wanted.get(source) ?? await this.#unreported(tx, source, report.event);
      wanted.set(source, events);
      if (events.length === 0 || channelIds.has(channel.id)) continue;
      channelIds.add(channel.id);
      await this.#write(tx, { source: { ...source, events }, channel }, report);
    }
    return channelIds.size;
  }

  // Returns the events not yet reported for the current state, and records them as reported.
  async #unreported(tx: Tx, { name, events, oncePerState }: Source, { subject, at }: EventReport) {
    const unreported: NotificationEvent[] = [];
    for (const event of events) {
      const key = `${subject} ${name} ${event}`;
      if (!isNotifiedOnce(event, oncePerState)) unreported.push(event);
      else if (!await readState(tx, key)) {
        await writeState(tx, key, { state: REPORTED, since: at });
        unreported.push(event);
      }
    }
    // `run_ended` is not reported alone if its more specific events were reported before.
    return unreported.length === 1 && unreported[0] === "run_ended" && events.length > 1 ? [] : unreported;
  }

  async #write(
    tx: Tx,
    { source, channel }: Target,
    { event, log }: { event: EventReport; log: string },
  ) {
    const [type] = source.events;
    if (type === undefined) return;
    const { settings, linkTo } = this.options;
    const { rule } = source;
    const { title: panel } = settings();
    const subject = channel.account_id === null ? null : subjectOf(event);
    const item: Item = {
      ...renderItem({
        event,
        type,
        rule,
        log,
        panel,
        link: linkTo(event.page),
        locale: this.#locale(rule),
      }),
      ...(subject !== null && { subject }),
    };
    const held = await findHeld(tx, channel.id, source.name);
    if (held) return await appendItem(tx, held, item, source.events);
    const { clock } = this.options;
    const now = clock.now();
    const period = `window channel:${channel.id} ${source.name}`;
    const until = holdUntil(now, {
      groupMs: source.groupMs,
      quietHours: rule?.quietHours ?? null,
      zone: settings().effectiveTimeZone,
      lastAt: (await readState(tx, period))?.since ?? null,
    });
    const row = newRow({ source, channel }, item, now);
    if (until !== null) {
      const items_json = JSON.stringify([item]);
      await insertDelivery(tx, { ...row, state: "held", items_json, next_attempt_at: until });
      return;
    }
    await this.#insert(tx, row, channel.id);
    if (source.groupMs > 0) await writeState(tx, period, { state: REPORTED, since: now });
  }

  async #insert(tx: Tx, row: ReturnType<typeof newRow>, channelId: number): Promise<void> {
    if (await countWaiting(tx, channelId) < MAX_WAITING) return void await insertDelivery(tx, row);
    const { errors } = notificationMessages[this.options.settings().language];
    const dropped = { state: "dropped" as const, next_attempt_at: null, finished_at: row.created_at };
    await insertDelivery(tx, { ...row, ...dropped, answer: errors.too_many("") });
  }

  #locale(rule: StoredRule | null): Locale {
    const { language: usual, effectiveTimeZone: zone } = this.options.settings();
    const language = rule?.language ?? usual;
    return { language, messages: notificationMessages[language], zone };
  }
}

function channelsOf(rule: StoredRule | null, channels: readonly ChannelRow[]): ChannelRow[] {
  const named = rule?.channelIds ?? [];
  return channels.filter(({ id, is_default }) => named.length > 0 ? named.includes(id) : is_default === 1);
}

function newRow({ source, channel }: Target, { title, content, link, subject }: Item, now: number) {
  return {
    channel_id: channel.id,
    channel_name: channel.name,
    account_id: channel.account_id,
    subjects_json: channel.account_id === null
      ? null
      : JSON.stringify(subject === undefined ? [] : [subject]),
    rule_id: source.rule?.id ?? null,
    rule_name: source.rule?.name ?? null,
    source: source.name,
    events_json: JSON.stringify(source.events),
    count: 1,
    title,
    content,
    link,
    key: crypto.randomUUID(),
    state: "waiting" as const,
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
  };
}

/** A source of notifications: a rule, or the task's own notification settings, which notify the default channel. */
interface Source {
  /** `rule:3` or `switches`. */
  name: string;
  rule: StoredRule | null;
  /** The events it subscribes to, most specific first; never empty. */
  events: readonly NotificationEvent[];
  groupMs: number;
  oncePerState: boolean;
}

/** Returns the sources that match an event: the rules in order, then the task or heartbeat itself; none for a muted one. */
function findSources(event: EventReport, rules: readonly StoredRule[]): Source[] {
  if (event.task?.muted || event.heartbeat?.muted) return [];
  const ofRules = rules.map((rule): Source => ({
    name: `rule:${rule.id}`,
    rule,
    events: eventsForRule(rule, event),
    groupMs: rule.groupMs,
    oncePerState: rule.oncePerState,
  }));
  const ofTask: Source = {
    name: TASK_SOURCE,
    rule: null,
    events: event.heartbeat ? eventsForHeartbeat(event.events, event.heartbeat) : eventsForTask(event),
    groupMs: TASK_GROUP_MS,
    oncePerState: false,
  };
  return [...ofRules, ofTask].filter(({ events }) => events.length > 0);
}

function eventsForRule(rule: StoredRule, event: EventReport): NotificationEvent[] {
  const { events, task, heartbeat } = event;
  if (!rule.enabled || task && !isMeant(rule, task) || heartbeat && !isMeant(rule, heartbeat)) return [];
  return withoutShort(events.filter((one) => rule.events.includes(one)), event, rule.longerThanMs);
}

/** Leaves out `run_too_long` of a run that does not take longer than a limit, or by default that of its task. */
function withoutShort(
  events: readonly NotificationEvent[],
  { task, elapsedMs }: EventReport,
  limitMs: number | null,
): NotificationEvent[] {
  const limit = limitMs ?? task?.notify.longerThanMs ?? Infinity;
  return events.filter((event) => event !== "run_too_long" || (elapsedMs ?? 0) >= limit);
}

function isMeant(
  { labels, taskIds }: StoredRule,
  subject: Pick<EventTask, "labels"> & Partial<Pick<EventTask, "id">>,
): boolean {
  if (labels === null && taskIds === null) return true;
  const isNamed = subject.id !== undefined && taskIds?.includes(subject.id) === true;
  return isNamed || subject.labels.some((label) => labels?.includes(label));
}

function eventsForHeartbeat(events: EventReport["events"], { wanted }: EventHeartbeat): NotificationEvent[] {
  return events.filter((event) => wanted.includes(event));
}

function eventsForTask({ events, task, elapsedMs }: EventReport): NotificationEvent[] {
  if (!task) return [];
  const { onFailure, onRecovery, onEnd, longerThanMs, notRunBy } = task.notify;
  const wanted: Partial<Record<NotificationEvent, boolean>> = {
    run_failed: onFailure === true,
    retries_used_up: onFailure === true,
    run_recovered: onRecovery === true,
    run_ended: onEnd === true,
    run_too_long: typeof longerThanMs === "number" && (elapsedMs ?? 0) >= longerThanMs,
    run_not_started: typeof notRunBy === "string",
  };
  return events.filter((event) => wanted[event] === true);
}
