import { Button } from "../../../ui/inputs/button.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import Popover from "../../../ui/overlays/popover.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { columnIds, columns, toggleColumn, usualChoice, visibleColumns } from "./columns.ts";
import type { PanelProps } from "../../../ui/overlays/lazy_popover.tsx";
import type { ColumnsHandle } from "./use_columns.ts";

/** Which columns the list shows, and the way back to the usual ones and their widths. */
export default function ColumnPanel(
  { handle: { choice, choose }, ...panel }: { handle: ColumnsHandle } & PanelProps,
) {
  const { t } = useMessages();
  const visible = visibleColumns(choice);
  return (
    <Popover label={t("tasks.columns")} {...panel}>
      <div className="flex flex-col p-1">
        {columnIds.map((id) => (
          <Checkbox
            key={id}
            label={t(columns[id].word)}
            checked={visible.includes(id)}
            disabled={id === "name"}
            onChange={() => choose((before) => toggleColumn(before, id))}
            className="min-h-8 rounded-sm px-2 hover:bg-hover has-disabled:opacity-50 touch:min-h-11"
          />
        ))}
      </div>
      <div className="border-t border-line p-1">
        <Button
          variant="ghost"
          disabled={choice === usualChoice}
          onClick={() => choose(() => usualChoice)}
          className="w-full justify-start! px-2!"
        >
          {t("list.columnsReset")}
        </Button>
      </div>
    </Popover>
  );
}
