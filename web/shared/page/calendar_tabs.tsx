import { useLocation } from "wouter";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";

/** Renders the pages of the area of calendars. */
export function CalendarTabs({ current }: { current: "calendars" | "windows" }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return (
    <SegmentedControl
      label={t("app.calendar")}
      hideLabel
      value={current}
      options={[
        { value: "calendars", label: t("calendars.title") },
        { value: "windows", label: t("windows.title") },
      ]}
      onValue={(page) => navigate(page === "windows" ? paths.windows() : paths.calendars())}
    />
  );
}
