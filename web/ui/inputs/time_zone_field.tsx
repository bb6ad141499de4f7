import { useState } from "react";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Combobox, type ComboboxOption } from "./combobox.tsx";
import { type FieldProps, splitField } from "./field.tsx";

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

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
  },
) {
  const [field, { emptyLabel, ...rest }] = splitField(props);
  const [zones] = useState(listZones);
  const none = emptyLabel === undefined ? [] : [{ value: "", label: emptyLabel }];
  return <Combobox {...field} {...rest} options={[...none, ...zones]} />;
}

function listZones(): ComboboxOption[] {
  const names = new Set(["UTC", browserTimeZone(), ...Intl.supportedValuesOf("timeZone")]);
  return [...names].map((name) => ({ value: name, label: name.replaceAll("_", " "), hint: offsetOf(name) }));
}

function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts();
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return offset.replace("GMT", "UTC");
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
