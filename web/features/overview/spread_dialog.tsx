import { useState } from "react";
import type { CrowdedMinutes, ScheduleChange } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useReschedule } from "./api.ts";

interface SpreadDialogProps {
  crowded: CrowdedMinutes;
  onClose: () => void;
  /** Called with the changes that were made. */
  onApplied: (changes: readonly ScheduleChange[]) => void;
}

/** Renders the suggested schedules for crowded minutes, of which the user chooses. */
export default function SpreadDialog({ crowded, onClose, onApplied }: SpreadDialogProps) {
  const { t } = useMessages();
  const toast = useToast();
  const { mutate, isPending } = useReschedule();
  // As of when the dialog opened: the suggestion must not change under the user's hands.
  const [{ changes, most }] = useState(crowded);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = changes.filter(({ taskId }) => !left.has(taskId));
  const choose = (ids: readonly number[], on: boolean) =>
    setLeft((before) => on ? before.difference(new Set(ids)) : before.union(new Set(ids)));
  const apply = () =>
    mutate(chosen, {
      onError: toast.problem,
      onSuccess: (made) => {
        if (made.length < chosen.length) {
          toast.message("warning", t("overview.spreadSome", { count: made.length, total: chosen.length }));
        }
        onApplied(made);
      },
    });
  return (
    <Dialog
      onClose={onClose}
      title={t("overview.spreadTitle")}
      description={t("overview.spreadText", most)}
      onSubmit={() => chosen.length > 0 && apply()}
      footer={
        <>
          <Checkbox
            className="me-auto"
            label={t("overview.spreadAll")}
            checked={chosen.length === changes.length}
            indeterminate={chosen.length > 0 && chosen.length < changes.length}
            onChange={({ target }) => choose(changes.map(({ taskId }) => taskId), target.checked)}
          />
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={isPending} disabled={chosen.length === 0}>
            {t("overview.spreadApply", { count: chosen.length })}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {changes.map((change) => (
          <Change
            key={change.taskId}
            change={change}
            chosen={!left.has(change.taskId)}
            onChosen={(on) => choose([change.taskId], on)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Change(
  { change: { name, before, after }, chosen, onChosen }: {
    change: ScheduleChange;
    chosen: boolean;
    onChosen: (on: boolean) => void;
  },
) {
  const { t } = useMessages();
  return (
    <li className="flex items-center gap-3 py-2">
      <Checkbox
        hideLabel
        label={t("overview.spreadOne", { name })}
        checked={chosen}
        onChange={({ target }) => onChosen(target.checked)}
      />
      <span className="min-w-0 flex-1 truncate text-sm" title={name}>{name}</span>
      <span className="flex shrink-0 items-center gap-2 font-mono text-xs max-sm:flex-col max-sm:items-end max-sm:gap-0">
        <del className="text-muted">
          <span className="sr-only">{t("overview.spreadFrom")}</span>
          {before.join("; ")}
        </del>
        <span aria-hidden className="text-faint max-sm:hidden">→</span>
        <ins className="no-underline">
          <span className="sr-only">{t("overview.spreadTo")}</span>
          {after.join("; ")}
        </ins>
      </span>
    </li>
  );
}
