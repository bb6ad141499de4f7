// Heartbeats: the receiver of pings, the watch that decides what is late and down, and the panel's own pulse.
import { EventPublisher } from "../engine/bus.ts";
import type { Duty } from "../engine/deciding.ts";
import { PingIntake } from "../features/heartbeats/ping_intake.ts";
import { PingKeys } from "../features/heartbeats/ping_keys.ts";
import { PingLimits } from "../features/heartbeats/ping_limits.ts";
import { Pulse } from "../features/heartbeats/pulse.ts";
import { readPulse, readRecord, storeRecord } from "../features/heartbeats/pulse_record.ts";
import { Heartbeats } from "../features/heartbeats/service.ts";
import { HeartbeatWatch } from "../features/heartbeats/watch.ts";
import { outboundPolicies } from "../platform/outbound/outbound_policy.ts";
import { readProxy } from "../platform/outbound/proxy.ts";
import { sendWeb } from "../platform/outbound/web_request.ts";
import type { Foundation } from "./foundation_shape.ts";

export type HeartbeatParts = ReturnType<typeof buildHeartbeats>;

/** Creates the services without opening them. */
export function buildHeartbeats(
  { config, db, bus, clock, logger, zone, settings, writes, deciding, isTrial = false }: Foundation,
) {
  const keys = new PingKeys({ db, bus, logger });
  const intake = new PingIntake({ db, bus, clock, logger, zone, keys, limits: new PingLimits(clock) });
  const watch = new HeartbeatWatch({ db, bus, clock, logger, zone, intake });
  const policy = outboundPolicies(config).person;
  const publisher = new EventPublisher(bus, clock);
  const pulse = new Pulse({
    clock,
    logger,
    url: () => settings.current().pulseUrl,
    isPlanning: () => writes.readOnly === null,
    async request(url, signal) {
      const address = settings.secrets().proxy;
      const proxy = address === null ? null : readProxy(address);
      return (await sendWeb({ method: "GET", url, headers: {}, body: null }, { policy, proxy, signal }))
        .status;
    },
    read: (url) => readRecord(db, url),
    store: (record) => storeRecord(db, record),
    onChange: () => publisher.publish("system", "pulse:changed", 0, 0),
  });
  const duties: readonly Duty[] = isTrial ? [] : [watch, pulse];
  let zoneBefore = zone();
  let stopFollowing = () => {};
  return {
    heartbeats: new Heartbeats({ db, bus, clock, zone, keys }),
    intake,
    keys,
    readPulse: () => readPulse(db, settings.current().pulseUrl),
    async open(): Promise<void> {
      await keys.open();
      for (const duty of duties) await deciding.take(duty);
      stopFollowing = settings.onChange(({ effectiveTimeZone }) => {
        pulse.settingsChanged();
        if (effectiveTimeZone === zoneBefore) return;
        zoneBefore = effectiveTimeZone;
        watch.zoneChanged().catch((error) =>
          logger.error("failed to plan heartbeats in the new time zone", { error })
        );
      });
    },
    async close(): Promise<void> {
      stopFollowing();
      for (const duty of duties) await deciding.drop(duty);
      keys.close();
      await intake.close();
    },
  };
}
