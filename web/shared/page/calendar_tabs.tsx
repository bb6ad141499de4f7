import { useLocation } from "wouter";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";

const pages = { calendar: paths.calendar, calendars: paths.calendars, windows: paths.windows };

/** Renders the pages of the area of calendars. */
export function CalendarTabs({ current }: { current: keyof typeof pages }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return (
    <SegmentedControl
      label={t("calendarPage.pages")}
      hideLabel
      value={current}
      options={[
        { value: "calendar", label: t("app.calendar") },
        { value: "calendars", label: t("calendarPage.calendars") },
        { value: "windows", label: t("windows.title") },
      ]}
      onValue={(page) => navigate(pages[page]())}
    />
  );
}
