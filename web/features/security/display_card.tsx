import { useState } from "react";
import { preferences } from "../../api/preferences.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { browserTimeZone, setPageTimeZone } from "../../messages/zone_clocks.ts";
import { Card } from "../../ui/data/card.tsx";
import { TimeZoneField } from "../../ui/inputs/time_zone_field.tsx";

/** Renders in which time zone the pages of this person show times. */
export function DisplayCard() {
  const { t } = useMessages();
  const [zone, setZone] = useState(() => preferences.get("timeZone"));
  const change = (next: string | undefined) => {
    setZone(next);
    preferences.set("timeZone", next);
    setPageTimeZone(next ?? null);
  };
  return (
    <Card id="display" title={t("security.display")} help={t("security.displayHelp")}>
      <div className="max-w-sm">
        <TimeZoneField
          label={t("settings.timeZone")}
          help={t("security.timeZoneHelp")}
          searchLabel={t("settings.timeZoneSearch")}
          emptyLabel={t("security.browserZone", { zone: browserTimeZone() })}
          value={zone ?? ""}
          onValue={(next) => change(next === "" ? undefined : next)}
        />
      </div>
    </Card>
  );
}
