import { useMessages } from "../../../messages/use_messages.tsx";
import { Checkbox } from "../../inputs/checkbox.tsx";

/** Renders the checkbox that selects a table row. */
export function RowBox(
  { name, checked, onToggle }: {
    name: string;
    checked: boolean;
    /** `range` is true when Shift was held: select every row since the last selected one. */
    onToggle: (range: boolean) => void;
  },
) {
  const { t } = useMessages();
  return (
    <Checkbox
      label={t("ui.selectRow", { name })}
      hideLabel
      className="align-middle"
      checked={checked}
      onChange={({ nativeEvent }) => onToggle(wasShifted(nativeEvent))}
    />
  );
}

/** Renders the checkbox that selects all rows or none. */
export function AllBox({ chosen, total, onAll }: { chosen: number; total: number; onAll: () => void }) {
  const { t } = useMessages();
  return (
    <Checkbox
      label={t("ui.selectAll")}
      hideLabel
      className="align-middle"
      checked={chosen > 0 && chosen === total}
      indeterminate={chosen > 0 && chosen < total}
      disabled={total === 0}
      onChange={onAll}
    />
  );
}

function wasShifted(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}
