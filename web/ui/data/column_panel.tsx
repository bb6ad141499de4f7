import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { SegmentedControl } from "../inputs/segmented_control.tsx";
import { Checkbox } from "../inputs/checkbox.tsx";
import type { PanelProps } from "../overlays/lazy_popover.tsx";
import Popover from "../overlays/popover.tsx";
import {
  type Column,
  type ColumnsHandle,
  defaultChoice,
  defaultColumns,
  isTooWide,
  toggleColumn,
} from "./columns.ts";
import { useHasRoom } from "./use_has_room.ts";

/** Renders which columns a list shows, the height of its rows, and a button that restores the defaults. */
export default function ColumnPanel(
  { columns, handle: { choice, choose }, ...panel }:
    & { columns: readonly Column<never>[]; handle: ColumnsHandle }
    & PanelProps,
) {
  const { t } = useMessages();
  const hasRoom = useHasRoom(columns);
  const columnIds = choice.shown ?? defaultColumns(columns);
  return (
    <Popover label={t("tasks.columns")} {...panel}>
      <div className="border-b border-line px-3 py-2">
        <SegmentedControl
          label={t("controls.rowHeight")}
          value={choice.compact ? "compact" : "comfortable"}
          onValue={(value) => choose((before) => ({ ...before, compact: value === "compact" }))}
          options={[
            { value: "comfortable", label: t("controls.rowsComfortable") },
            { value: "compact", label: t("controls.rowsCompact") },
          ]}
        />
      </div>
      <div className="flex flex-col p-1">
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            label={t(column.header)}
            note={isTooWide(column, choice, hasRoom) ? t("controls.columnTooWide") : undefined}
            checked={columnIds.includes(column.id)}
            disabled={column.alwaysVisible ?? false}
            onChange={() => choose((before) => toggleColumn(columns, before, column.id))}
            className="min-h-8 rounded-sm px-2 hover:bg-hover has-disabled:opacity-50 touch:min-h-11"
          />
        ))}
      </div>
      <div className="border-t border-line p-1">
        <Button
          variant="ghost"
          disabled={choice === defaultChoice}
          onClick={() => choose(() => defaultChoice)}
          className="w-full justify-start! px-2!"
        >
          {t("controls.columnsReset")}
        </Button>
      </div>
    </Popover>
  );
}
