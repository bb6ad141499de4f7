// Notifications: the listener for events, the rows it creates, and their delivery.
import { publicAddress } from "../platform/config.ts";
import type { Duty } from "../engine/deciding.ts";
import { outcomeOf } from "../features/backups/service.ts";
import { readTail } from "../features/dependencies/log_reason.ts";
import { Channels } from "../features/notifications/channel_service.ts";
import { channelTypes } from "../features/notifications/channels/list.ts";
import { senderFactory } from "../features/notifications/sender.ts";
import { Deliveries } from "../features/notifications/delivery_service.ts";
import { DirectMessages } from "../features/notifications/direct_messages.ts";
import { Dispatcher } from "../features/notifications/dispatcher.ts";
import { Rules } from "../features/notifications/rule_service.ts";
import type { FeatureQueries } from "../features/notifications/sources/event_sources.ts";
import { FollowEvents } from "../features/notifications/sources/follow_events.ts";
import { findLogTail } from "../features/notifications/sources/log_tail.ts";
import { FollowRuns } from "../features/notifications/sources/follow_runs.ts";
import { WatchRuns } from "../features/notifications/sources/watch_runs.ts";
import type { LoadedCalendars } from "../features/calendars/loaded_calendars.ts";
import { dateOf } from "../contract/day_numbers.ts";
import { Notifier } from "../features/notifications/notifier.ts";
import { diskDetails } from "../features/system/machine_details.ts";
import { OwnChannels } from "../features/notifications/own_channels.ts";
import { outboundPolicies } from "../platform/outbound/outbound_policy.ts";
import type { RunningFile } from "../platform/running_file.ts";
import type { BackupParts } from "./build_backups.ts";
import type { Access } from "./build_access.ts";
import type { SystemParts } from "./build_system.ts";
import type { Foundation } from "./foundation_shape.ts";

export type Notifications = ReturnType<typeof buildNotifications>;

export interface QueriedServices {
  backups: BackupParts;
  access: Access;
  system: SystemParts;
  runningFile: RunningFile;
  calendars: LoadedCalendars;
}

/** Creates the notification services without opening them. */
export function buildNotifications(
  {
    config,
    db,
    bus,
    clock,
    logger,
    zone,
    sealer,
    settings: stored,
    folder,
    deciding,
    windows,
    isTrial = false,
  }: Foundation,
  { backups, access, system, runningFile, calendars }: QueriedServices,
) {
  const closing = new AbortController();
  const settings = () => stored.current();
  const address = publicAddress(config);
  const linkTo = (page: string) => address === null ? null : `${address}${page}`;
  const panelLink = () => linkTo("/crontab");
  const panelProxy = () => stored.secrets().proxy;
  const openSender = isTrial ? staysSilent : senderFactory({ policies: outboundPolicies(config), clock });
  const onRows = () => dispatcher.wake();
  const sending = { db, bus, clock, logger, sealer, types: channelTypes, openSender, panelProxy, panelLink };
  const dispatcher: Dispatcher = new Dispatcher({ ...sending, settings });
  const notifier = new Notifier({
    ...{ db, bus, clock, settings, linkTo, onRows },
    isSilent: (task, at) => windows.isSilent(task, at),
  });
  const { logs } = folder;
  const runs = new FollowRuns({ db, clock, logs, readTail, notifier });
  const queries = featureQueries(folder.root, { backups, access, system, calendars });
  const events = new FollowEvents({ db, bus, clock, logger, notifier, runs, queries });
  const watch = new WatchRuns({ db, clock, logger, logs, readTail, notifier, zone });
  const startedAt = clock.now();
  const duty: Duty = {
    async begin() {
      await events.open();
      await dispatcher.open();
      watch.open();
    },
    async end() {
      await watch.close();
      await events.close();
      await dispatcher.close();
    },
  };
  const channels = new Channels({ ...sending, settings, signal: closing.signal });
  return {
    channels,
    own: new OwnChannels({ db, channels }),
    direct: new DirectMessages({ ...sending, signal: closing.signal }),
    rules: new Rules({ db, bus, clock }),
    deliveries: new Deliveries({ db, bus, clock, panelLink, onRows }),
    checkDisk: () => events.checkDisk(),
    /** Returns the last lines of a log; null without one. */
    logTail: (path: string | null) => findLogTail({ logs, path }, readTail),
    /** Starts listening; call it before any event can occur. */
    async open(): Promise<void> {
      runningFile.create();
      await deciding.take(duty);
    },
    /** Publishes what was found at startup. */
    async started(): Promise<void> {
      if (runningFile.wasLeft) await events.afterCrash(startedAt);
    },
    /** Stops; call it after everything that can still cause an event. */
    async close(): Promise<void> {
      closing.abort(new Error("the panel is stopping"));
      await deciding.drop(duty);
      runningFile.remove();
    },
  };
}

function staysSilent(): never {
  throw new Error("notifications are not sent during a trial start");
}

function featureQueries(
  dataRoot: string,
  { backups, access, system, calendars }: Omit<QueriedServices, "runningFile">,
): FeatureQueries {
  return {
    login: (id) => access.log.find(id),
    async backup(id) {
      const backup = await backups.store.find(id);
      return backup && outcomeOf(backup);
    },
    update: () => system.checks.last?.release?.version ?? null,
    calendar(id) {
      const { name, knownUntil = null } = calendars.get(id) ?? {};
      return name === undefined || knownUntil === null ? null : { name, until: dateOf(knownUntil) };
    },
    disk() {
      const { diskBytes: size, diskFreeBytes: free } = diskDetails(dataRoot);
      return size === null || free === null ? null : { size, free };
    },
  };
}
