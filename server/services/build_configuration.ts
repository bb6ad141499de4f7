import { Configuration } from "../features/configuration/service.ts";
import type { Calendars } from "../features/calendars/service.ts";
import type { FetchFile } from "../features/icalendar/fetch_icalendar.ts";
import { channelTypes } from "../features/notifications/channels/list.ts";
import type { Tasks } from "../features/tasks/service.ts";
import { Views } from "../features/views/service.ts";
import { panelUser } from "../features/views/views_user.ts";
import type { Windows } from "../features/windows/service.ts";
import { ChangeScope } from "../engine/change_scope.ts";
import type { ApplyConfiguration } from "../features/subscriptions/pulls.ts";
import type { Engine } from "../engine/engine.ts";
import type { HeartbeatParts } from "./build_heartbeats.ts";
import type { Notifications } from "./build_notifications.ts";
import type { Foundation } from "./foundation_shape.ts";

export interface ConfiguredParts {
  engine: Engine;
  tasks: Tasks;
  calendars: Calendars;
  windows: Windows;
  heartbeating: Pick<HeartbeatParts, "heartbeats" | "keys">;
  notifications: Pick<Notifications, "channels" | "rules">;
  fetch: FetchFile;
}

/** Returns what applies the files of a subscription. */
export function applyOfSubscriptions(
  configuration: Configuration,
  language: Foundation["language"],
): ApplyConfiguration {
  return async ({ id, name, by_application, auto_delete }, files) => {
    const { changes } = await new ChangeScope({ kind: "subscription", id, name }).run(() =>
      configuration.apply({
        ...{
          files,
          language: language(),
          by: null,
          source: { subscriptionId: id },
          prune: auto_delete === 1,
        },
        requester: by_application === 1 ? "application" : "person",
      })
    );
    return changes.filter(({ action }) => action !== "unchanged").length;
  };
}

/** Creates what writes the panel as files, and applies them. */
export function buildConfiguration(
  { db, bus, clock, logger, language, ...foundation }: Foundation,
  { engine, tasks, calendars, windows, heartbeating, notifications, fetch }: ConfiguredParts,
): Configuration {
  return new Configuration({
    ...{ db, bus, clock, logger, language, engine, fetch },
    types: channelTypes,
    services: {
      ...{ calendars, windows, tasks },
      heartbeats: heartbeating.heartbeats,
      channels: notifications.channels,
      rules: notifications.rules,
      views: new Views({ db, clock, bus, tasks, user: panelUser }),
    },
    calendars: foundation.calendars,
    windows: foundation.windows,
    keys: heartbeating.keys,
  });
}
