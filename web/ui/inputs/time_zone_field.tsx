import { useState } from "react";
import type { ZoneOffsets } from "../../../server/contract/zone_rules.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import {
  browserOffsetMs,
  browserTimeZone,
  offsetMs,
  type ZoneClocks,
  zoneClocks,
} from "../../messages/zone_clocks.ts";
import { Combobox, type ComboboxOption } from "./combobox.tsx";
import { type FieldProps, splitField } from "./field.tsx";

/**
 * Renders a field for a time zone by its IANA name, with the current offset. `emptyLabel` adds a "none" option with the
 * value "".
 */
export function TimeZoneField(
  props: FieldProps & {
    value: string;
    onValue: (zone: string) => void;
    searchLabel: string;
    emptyLabel?: string;
    disabled?: boolean;
    /** Before the login, the panel does not answer: the browser's rules are used. */
    beforeLogin?: boolean;
  },
) {
  const [field, { emptyLabel, beforeLogin = false, ...rest }] = splitField(props);
  useMessages(); // renders again when the clock of the chosen zone is known
  const [opened, setOpened] = useState(false);
  const { data } = useZoneOffsets(opened && !beforeLogin);
  const none = emptyLabel === undefined ? [] : [{ value: "", label: emptyLabel }];
  const zones = listZones({ chosen: rest.value, opened, reported: data?.items });
  return <Combobox {...field} {...rest} onOpen={() => setOpened(true)} options={[...none, ...zones]} />;
}

/** Requests the present offsets of all zones by the panel's rules; the clocks of so many would be too much. */
function useZoneOffsets(enabled: boolean) {
  return useApiQuery<ZoneOffsets>(["zone-offsets"], "/cron/zone-offsets", {
    staleTime: 10 * 60_000,
    enabled,
  });
}

/** Returns all zones. The offset of the chosen one is known as everywhere on the page, those of others are requested for the open list. */
export function listZones(
  { chosen, opened, reported = [], now = Date.now(), clocks = zoneClocks }: {
    chosen: string;
    opened: boolean;
    reported?: ZoneOffsets["items"] | undefined;
    now?: number;
    clocks?: ZoneClocks;
  },
): ComboboxOption[] {
  const names = new Set(["UTC", browserTimeZone(), ...Intl.supportedValuesOf("timeZone")]);
  const offsets = new Map(reported.map(({ zone, offset }) => [zone, offset * 1000]));
  return [...names].map((name) => {
    const option = { value: name, label: name.replaceAll("_", " ") };
    if (name === chosen) return { ...option, hint: writeOffset(offsetMs(now, name, clocks)) };
    return opened
      ? { ...option, hint: writeOffset(offsets.get(name) ?? browserOffsetMs(now, name)) }
      : option;
  });
}

/** Writes how far local time is ahead of UTC: `UTC+05:30`. */
function writeOffset(offset: number): string {
  if (offset === 0) return "UTC";
  const minutes = Math.abs(offset) / 60_000;
  const [hour, minute] = [minutes / 60, minutes % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0")
  );
  return `UTC${offset < 0 ? "-" : "+"}${hour}:${minute}`;
}

/** Renders a field for the zone of a schedule; empty means the panel's zone. */
export function ZoneField(
  props: Omit<FieldProps, "label"> & { value: string; onValue: (zone: string) => void },
) {
  const { t } = useMessages();
  const zone = useSession().settings.effectiveTimeZone;
  return (
    <TimeZoneField
      {...props}
      label={t("tasks.timeZone")}
      searchLabel={t("task.timeZoneSearch")}
      emptyLabel={t("task.zoneOfPanel", { zone })}
    />
  );
}
