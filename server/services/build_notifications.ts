// Notifications: the listener for events, the rows it creates, and their delivery.
import { describeBackup } from "../features/backups/describe_backup.ts";
import { readTail } from "../features/dependencies/read_tail.ts";
import { Channels } from "../features/notifications/channel_service.ts";
import { channelTypes } from "../features/notifications/channels/list.ts";
import { senderFactory } from "../features/notifications/sender.ts";
import { Deliveries } from "../features/notifications/delivery_service.ts";
import { Dispatcher } from "../features/notifications/dispatcher.ts";
import { Rules } from "../features/notifications/rule_service.ts";
import { FollowEvents, type Neighbours } from "../features/notifications/sources/follow_events.ts";
import { FollowRuns } from "../features/notifications/sources/follow_runs.ts";
import { WatchRuns } from "../features/notifications/sources/watch_runs.ts";
import { Notifier } from "../features/notifications/notifier.ts";
import { diskDetails } from "../features/system/machine_details.ts";
import { outboundPolicies } from "../platform/outbound/outbound_policy.ts";
import type { RunningMark } from "../platform/running_mark.ts";
import type { BackupParts } from "./build_backups.ts";
import type { Entry } from "./build_entry.ts";
import type { SystemParts } from "./build_system.ts";
import type { Foundation } from "./foundation_shape.ts";

export type Notifications = ReturnType<typeof buildNotifications>;

/** The services that notifications query. */
export interface Asked {
  backups: BackupParts;
  entry: Entry;
  system: SystemParts;
  mark: RunningMark;
}

/** Creates the notification services without opening them. */
export function buildNotifications(foundation: Foundation, asked: Asked) {
  const { clock, settings, folder } = foundation;
  const { mark } = asked;
  const closing = new AbortController();
  const shared = { ...partsOf(foundation), onRows: () => dispatcher.wake() };
  const dispatcher: Dispatcher = new Dispatcher(shared);
  const notifier = new Notifier(shared);
  const logs = { logs: folder.logs, readTail };
  const runs = new FollowRuns({ ...shared, ...logs, notifier });
  const events = new FollowEvents({ ...shared, notifier, runs, neighbours: neighboursOf(foundation, asked) });
  const watch = new WatchRuns({
    ...shared,
    ...logs,
    notifier,
    zone: () => settings.current().effectiveTimeZone,
  });
  const startedAt = clock.now();
  return {
    channels: new Channels({ ...shared, signal: closing.signal }),
    rules: new Rules(shared),
    deliveries: new Deliveries(shared),
    checkDisk: () => events.checkDisk(),
    /** Starts listening; call it before any event can occur. */
    async open(): Promise<void> {
      mark.set();
      await events.open();
      await dispatcher.open();
      watch.open();
    },
    /** Publishes what was found at startup. */
    async started(): Promise<void> {
      if (mark.wasLeft) await events.afterCrash(startedAt);
    },
    /** Stops; call it after everything that can still cause an event. */
    async close(): Promise<void> {
      closing.abort(new Error("the panel stops"));
      await watch.close();
      await events.close();
      await dispatcher.close();
      mark.remove();
    },
  };
}

function partsOf({ config, db, bus, clock, logger, sealer, settings, isTrial = false }: Foundation) {
  const linkTo = (page: string) =>
    config.publicUrl === null ? null : `${config.publicUrl.origin}${config.basePath}${page}`;
  return {
    ...{ db, bus, clock, logger, sealer, types: channelTypes, linkTo },
    panelLink: () => linkTo("/crontab"),
    settings: () => settings.current(),
    panelProxy: () => settings.secrets().proxy,
    openSender: isTrial ? staysSilent : senderFactory({ policies: outboundPolicies(config), clock }),
  };
}

function staysSilent(): never {
  throw new Error("nothing is sent while a start is tried");
}

function neighboursOf({ folder }: Foundation, { backups, entry, system }: Asked): Neighbours {
  return {
    logins: async () => (await entry.log.list({ page: 1, pageSize: 50, status: undefined })).items,
    async backup(id) {
      const note = await backups.store.find(id);
      if (!note) return null;
      return { bytes: note.size, reason: (language) => describeBackup(note, language).error?.title ?? null };
    },
    update: () => system.checks.last?.release?.version ?? null,
    disk() {
      const { diskBytes: size, diskFreeBytes: free } = diskDetails(folder.root);
      return size === null || free === null ? null : { size, free };
    },
  };
}
