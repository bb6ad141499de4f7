import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { FieldProps } from "./field.tsx";
import { TimeZoneField } from "./time_zone_field.tsx";

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
