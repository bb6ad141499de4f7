import { RotateCcw, Trash2 } from "../../icons/icons.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../buttons/button.tsx";
import { IconButton } from "../../buttons/icon_button.tsx";
import { Skeleton } from "../../feedback/skeleton.tsx";
import { useDelayed } from "../../feedback/use_delayed.ts";

/** Renders the actions on something deleted; `name` is its accessible name. */
export function TrashActions({ name, restoreLabel, removeLabel, onRestore, onRemove }: {
  name: string;
  restoreLabel: string;
  removeLabel: string;
  onRestore: () => void;
  onRemove: () => void;
}) {
  const { t } = useMessages();
  return (
    <>
      <Button
        size="small"
        icon={<RotateCcw size={14} />}
        aria-label={t("ui.labelAndValue", { label: restoreLabel, value: name })}
        onClick={onRestore}
      >
        {restoreLabel}
      </Button>
      <IconButton
        size="small"
        tone="danger"
        label={t("ui.labelAndValue", { label: removeLabel, value: name })}
        icon={<Trash2 size={14} />}
        onClick={onRemove}
      />
    </>
  );
}

export function TrashSkeleton() {
  if (!useDelayed(true)) return null;
  return (
    <div className="flex flex-col gap-5 py-3">
      {[1, 2, 3].map((row) => <Skeleton key={row} className="h-4 w-full" />)}
    </div>
  );
}
