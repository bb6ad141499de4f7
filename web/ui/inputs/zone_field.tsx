import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { FieldProps } from "./field.tsx";
import { TimeZoneField } from "./time_zone_field.tsx";

/** The zone in which something reads its schedule; none is that of the panel. */
export function ZoneField(
  props: Omit<FieldProps, "label"> & { value: string; onValue: (zone: string) => void },
) {
  const { t } = useMessages();
  const zone = useSession().settings.effectiveTimeZone;
  return (
    <TimeZoneField
      {...props}
      label={t("task.timeZone")}
      searchLabel={t("task.timeZoneSearch")}
      emptyLabel={t("task.zoneOfPanel", { zone })}
    />
  );
}
