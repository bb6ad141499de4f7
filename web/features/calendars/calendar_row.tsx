import type { Calendar, CalendarCopy, CalendarSource } from "../../../server/contract/calendars.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { toneSoft } from "../../ui/tones.ts";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { useCountries, useFetchCalendar, useRemoveCalendar } from "./api.ts";
import { useWeekdayNames } from "../../messages/weekday_names.ts";
import { useCountryNames } from "./country_names.ts";
import { useMay } from "../../api/use_permissions.ts";

interface CalendarRowProps {
  calendar: Calendar;
  isShown: boolean;
  onShow: () => void;
  onEdit: () => void;
}

/** Renders a calendar of the list: what it follows, how far its data reaches, and what can be done with it. */
export function CalendarRow({ calendar, isShown, onShow, onEdit }: CalendarRowProps) {
  const { t } = useMessages();
  const { name, copies } = calendar;
  const { mutate: fetchNow, isPending } = useFetchCalendar();
  const mayWrite = useMay("tasks:write");
  return (
    <li
      className={classNames(
        "flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3",
        isShown && "bg-selected",
      )}
    >
      <div className="flex min-w-60 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <button
            type="button"
            aria-pressed={isShown}
            onClick={onShow}
            className="rounded-sm text-start text-sm font-medium break-words hover:underline touch:min-h-11"
          >
            {name}
          </button>
          <Reach calendar={calendar} />
        </div>
        <Summary calendar={calendar} />
        {copies.map((copy) => <Copy key={copy.url} copy={copy} />)}
      </div>
      {mayWrite && (
        <div className="flex flex-wrap gap-1.5">
          {copies.length > 0 && (
            <Button
              size="small"
              loading={isPending}
              aria-label={t("calendars.fetchOne", { name })}
              onClick={() => fetchNow(calendar)}
            >
              {t("calendars.fetch")}
            </Button>
          )}
          <Button size="small" aria-label={t("calendars.editOne", { name })} onClick={onEdit}>
            {t("calendars.edit")}
          </Button>
          <RemoveButton calendar={calendar} />
        </div>
      )}
    </li>
  );
}

function RemoveButton({ calendar }: { calendar: Calendar }) {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const { mutateAsync: remove } = useRemoveCalendar();
  const { name } = calendar;
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        aria-label={t("calendars.removeOne", { name })}
        onClick={() =>
          ask({
            danger: true,
            title: t("calendars.removeTitle", { name }),
            text: t("calendars.removeText"),
            confirmLabel: t("calendars.remove"),
            onConfirm: () => remove(calendar),
          })}
      >
        {t("calendars.remove")}
      </Button>
      {question}
    </>
  );
}

function Reach({ calendar: { knownUntil: date, isEnding } }: { calendar: Calendar }) {
  const { t } = useMessages();
  if (date === null) return <span className="text-xs text-faint">{t("calendars.everKnown")}</span>;
  if (!isEnding) return <span className="text-xs text-faint">{t("calendars.knownUntil", { date })}</span>;
  const isOver = date < new Date().toISOString().slice(0, 10);
  return (
    <span className={classNames("rounded-sm px-1.5 py-px text-xs", toneSoft.warning)}>
      {t(isOver ? "calendars.ended" : "calendars.endsSoon", { date })}
    </span>
  );
}

function Summary({ calendar: { sources, days, weekendDays, timeZone } }: { calendar: Calendar }) {
  const { t, format } = useMessages();
  const sourceName = useSourceNames();
  const weekdays = useWeekdayNames("short");
  const weekend = format.list(weekendDays.map((day) => weekdays[day - 1] ?? ""));
  const parts = [
    sources.length === 0 ? t("calendars.noCountries") : sources.map(sourceName).join(", "),
    days.length > 0 && t("calendars.countOwnDays", { count: days.length }),
    weekend,
    timeZone.replaceAll("_", " "),
  ];
  return <p className="text-xs break-words text-muted">{parts.filter(Boolean).join(" · ")}</p>;
}

function useSourceNames(): (source: CalendarSource) => string {
  const { t } = useMessages();
  const countryName = useCountryNames();
  const { data } = useCountries();
  return (source) => {
    if (source.type === "icalendar") {
      return source.url === undefined ? t("calendars.textSource") : hostOf(source.url);
    }
    const { country, region } = source;
    const regions = data?.items.find((one) => one.country === country)?.regions ?? [];
    const regionName = regions.find((one) => one.region === region)?.name ?? region;
    return regionName === undefined ? countryName(country) : `${countryName(country)} (${regionName})`;
  };
}

function Copy({ copy: { url, fetchedAt, error } }: { copy: CalendarCopy }) {
  const { t, format } = useMessages();
  const host = hostOf(url);
  if (fetchedAt === null) return <p className="text-xs text-muted">{t("calendars.copyNever", { host })}</p>;
  const time = format.relative(Date.parse(fetchedAt), Date.now());
  return error === null
    ? <p className="text-xs text-muted">{t("calendars.copyFetched", { host, time })}</p>
    : (
      <p role="status" className="text-xs break-words text-warning-text">
        {t("calendars.copyFailed", { host, time, error })}
      </p>
    );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
