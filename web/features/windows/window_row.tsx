import { Suspense } from "react";
import type { MaintenanceWindow, WindowCopy } from "../../../server/contract/windows.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { pageTimeZone } from "../../messages/zone_clocks.ts";
import { useEndWindow } from "../../shared/windows/use_window_actions.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { useFetchWindow, useRemoveWindow } from "./api.ts";
import { useMay } from "../../api/use_permissions.ts";
import { lazyPart } from "../../ui/feedback/lazy.tsx";

const StartedTasks = lazyPart(() => import("../../shared/triggers/started_tasks.tsx"));

/** Renders a maintenance window: when it is open, what it concerns, and what can be done with it. */
export function WindowRow({ window, onEdit }: { window: MaintenanceWindow; onEdit: () => void }) {
  const { t } = useMessages();
  const { name, active } = window;
  const mayWrite = useMay("tasks:write");
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-60 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-sm font-medium break-words">{name}</span>
          <State window={window} />
        </div>
        <Summary window={window} />
        {window.copy && <Copy copy={window.copy} />}
      </div>
      {mayWrite && (
        <div className="flex flex-wrap gap-1.5">
          {active && <EndButton window={window} />}
          {window.copy && <FetchButton window={window} />}
          <Button size="small" aria-label={t("windows.editOne", { name })} onClick={onEdit}>
            {t("windows.edit")}
          </Button>
          <RemoveButton window={window} />
        </div>
      )}
    </li>
  );
}

function State({ window: { active, nextFrom, nextTo, held } }: { window: MaintenanceWindow }) {
  const { t, format } = useMessages();
  const now = Date.now();
  if (!active) {
    return nextFrom === null
      ? <Badge>{t("windows.over")}</Badge>
      : <Badge>{t("windows.opens", { time: format.shortTime(nextFrom, now) })}</Badge>;
  }
  return (
    <>
      <Badge tone="warning">
        {t("windows.openUntil", { time: nextTo ? format.shortTime(nextTo, now) : "" })}
      </Badge>
      {held > 0 && <span className="text-xs text-muted">{t("windows.heldRuns", { count: held })}</span>}
    </>
  );
}

function Summary({ window }: { window: MaintenanceWindow }) {
  const { t, format } = useMessages();
  const { from, to, schedule, durationMs, icalendar, scope, effect, silent, createdBy } = window;
  const momentOf = (at: string | null) => at === null ? "" : format.dayAndTime(at, pageTimeZone());
  const time = icalendar !== null
    ? t("windows.eventsOf", {
      source: icalendar.url === undefined ? t("windows.file") : hostOf(icalendar.url),
    })
    : schedule === null
    ? t("windows.fromTo", { from: momentOf(from), to: momentOf(to) })
    : t("windows.repeats", { schedule, duration: format.duration(durationMs ?? 0) });
  const parts = [
    time,
    "labels" in scope ? format.list(scope.labels) : undefined,
    "pools" in scope ? format.list(scope.pools) : undefined,
    "taskIds" in scope ? t("windows.taskCount", { count: scope.taskIds.length }) : undefined,
    "all" in scope ? t("windows.scopeAll") : undefined,
    t(effect === "hold" ? "windows.effectHold" : "windows.effectSkip"),
    silent ? t("windows.isSilent") : undefined,
    createdBy === null ? undefined : t("windows.by", { name: createdBy }),
  ];
  return <p className="text-xs break-words text-muted">{parts.filter(Boolean).join(" · ")}</p>;
}

/** Renders how old the file in use is, and why there is no newer one. */
function Copy({ copy: { fetchedAt, error } }: { copy: WindowCopy }) {
  const { t, format } = useMessages();
  const time = fetchedAt === null ? "" : format.relative(Date.parse(fetchedAt), Date.now());
  return error === null
    ? <p className="text-xs text-muted">{t("windows.copyFetched", { time })}</p>
    : (
      <p role="status" className="text-xs break-words text-warning-text">
        {t("windows.copyFailed", { time, error })}
      </p>
    );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function FetchButton({ window }: { window: MaintenanceWindow }) {
  const { t } = useMessages();
  const { mutate: fetchNow, isPending } = useFetchWindow();
  return (
    <Button
      size="small"
      loading={isPending}
      aria-label={t("windows.fetchOne", { name: window.name })}
      onClick={() => fetchNow(window)}
    >
      {t("windows.fetch")}
    </Button>
  );
}

function EndButton({ window }: { window: MaintenanceWindow }) {
  const { t } = useMessages();
  const { mutate: end, isPending } = useEndWindow();
  return (
    <Button
      size="small"
      loading={isPending}
      aria-label={t("windows.endOne", { name: window.name })}
      onClick={() => end(window)}
    >
      {t("windows.end")}
    </Button>
  );
}

function RemoveButton({ window }: { window: MaintenanceWindow }) {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const { mutateAsync: remove } = useRemoveWindow();
  const { name } = window;
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        aria-label={t("windows.removeOne", { name })}
        onClick={() =>
          ask({
            danger: true,
            title: t("windows.removeTitle", { name }),
            text: (
              <>
                <p>{t("windows.removeText")}</p>
                <Suspense>
                  <StartedTasks type="window" id={window.id} name={name} />
                </Suspense>
              </>
            ),
            confirmLabel: t("windows.remove"),
            onConfirm: () => remove(window),
          })}
      >
        {t("windows.remove")}
      </Button>
      {question}
    </>
  );
}
