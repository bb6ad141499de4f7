import { useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { CalendarTabs } from "../../shared/page/calendar_tabs.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { NewButton } from "../../ui/buttons/new_button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Plus, Wrench } from "../../ui/icons/icons.ts";
import { useShortcuts } from "../../ui/use_shortcuts.ts";
import { useWindows } from "./api.ts";
import { WindowRow } from "./window_row.tsx";
import { useMay } from "../../api/use_permissions.ts";

const WindowDialog = lazyDialog(() => import("./form/window_form.tsx"));

/** Renders the maintenance windows: open ones first. */
export default function WindowsPage() {
  const { t } = useMessages();
  const { data, error, refetch } = useWindows();
  const [edited, setEdited] = useState<{ id: number | null } | null>(null);
  const create = () => setEdited({ id: null });
  const mayWrite = useMay("tasks:write");
  useShortcuts(mayWrite ? { n: create } : {});
  const windows = data?.items ?? [];
  return (
    <div className="flex flex-col gap-4">
      <CalendarTabs current="windows" />
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40" />)}
      {data && windows.length === 0 && (
        <EmptyState
          frame="dashed"
          icon={<Wrench size={22} />}
          title={t("windows.none")}
          text={t("windows.noneHelp")}
          action={mayWrite && (
            <Button variant="primary" icon={<Plus />} onClick={create}>{t("windows.create")}</Button>
          )}
        />
      )}
      {windows.length > 0 && (
        <>
          <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <p className="min-w-60 flex-1 text-sm text-muted">{t("windows.intro")}</p>
            {mayWrite && <NewButton label={t("windows.create")} onClick={create} />}
          </div>
          <ul
            aria-label={t("windows.title")}
            className="m-0 list-none divide-y divide-line overflow-hidden rounded-md border border-line bg-surface p-0"
          >
            {windows.map((window) => (
              <WindowRow
                key={window.id}
                window={window}
                onEdit={() => setEdited({ id: window.id })}
              />
            ))}
          </ul>
        </>
      )}
      {edited && <WindowDialog id={edited.id} onClose={() => setEdited(null)} />}
    </div>
  );
}
