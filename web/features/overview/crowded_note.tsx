import { TriangleAlert, Undo2 } from "../../ui/icons/icons.ts";
import { useState } from "react";
import type { CrowdedMinutes, ScheduleChange } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useReschedule } from "./api.ts";
import { useMay } from "../../api/use_permissions.ts";

const SpreadDialog = lazyDialog(() => import("./spread_dialog.tsx"));

/**
 * Renders a warning about crowded minutes, with a button that opens suggested schedules; after they were applied, a button
 * that undoes it as long as the page is open.
 */
export function CrowdedNote({ crowded }: { crowded: CrowdedMinutes | undefined }) {
  const { t, format } = useMessages();
  const [open, setOpen] = useState(false);
  const [applied, setApplied] = useState<readonly ScheduleChange[]>([]);
  const [first] = crowded?.minutes ?? [];
  const maySpread = useMay("tasks:write");
  return (
    <>
      {applied.length > 0 && <AppliedNote changes={applied} onUndone={() => setApplied([])} />}
      {crowded && first && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <TriangleAlert className="shrink-0 text-warning" />
          <p className="min-w-0 flex-1 basis-64">
            {t("overview.crowded", {
              count: crowded.minutes.length,
              time: format.shortTime(first.at, Date.now()),
              runs: format.number(first.runs),
              slots: crowded.slots,
            })} {crowded.changes.length === 0 && t("overview.crowdedFixed")}
          </p>
          {maySpread && crowded.changes.length > 0 && (
            <Button size="small" onClick={() => setOpen(true)}>{t("overview.spread")}</Button>
          )}
        </div>
      )}
      {crowded && open && (
        <SpreadDialog
          crowded={crowded}
          onClose={() => setOpen(false)}
          onApplied={(changes) => {
            setOpen(false);
            setApplied(changes);
          }}
        />
      )}
    </>
  );
}

function AppliedNote({ changes, onUndone }: { changes: readonly ScheduleChange[]; onUndone: () => void }) {
  const { t } = useMessages();
  const toast = useToast();
  const { mutate, isPending } = useReschedule();
  const undo = () =>
    mutate(changes.map((change) => ({ ...change, before: change.after, after: change.before })), {
      onError: toast.problem,
      onSuccess: (undone) => {
        onUndone();
        const complete = undone.length === changes.length;
        toast.message(
          complete ? "success" : "warning",
          complete
            ? t("overview.spreadUndone", { count: undone.length })
            : t("overview.spreadSome", { count: undone.length, total: changes.length }),
        );
      },
    });
  return (
    <div role="status" className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p className="min-w-0 flex-1">{t("overview.spreadDone", { count: changes.length })}</p>
      <Button size="small" icon={<Undo2 size={14} />} loading={isPending} onClick={undo}>
        {t("overview.undo")}
      </Button>
    </div>
  );
}
