import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import type { TaskSortField } from "../../../server/contract/tasks.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { type DraftSort, nextKey } from "./view_draft.ts";
import { sortMessages } from "./view_messages.ts";

const maxRows = 5;
const fields = Object.keys(sortMessages) as TaskSortField[]; // the record has exactly the fields as keys

/** The order of a view: what it is sorted by first, then by what among equals. */
export function SortRows(
  { sort, onSort }: { sort: readonly DraftSort[]; onSort: (sort: readonly DraftSort[]) => void },
) {
  const { t } = useMessages();
  const unused = fields.filter((field) => !sort.some((row) => row.field === field));
  const change = (row: DraftSort, part: Partial<DraftSort>) =>
    onSort(sort.map((one) => one === row ? { ...row, ...part } : one));
  const [next] = unused;
  return (
    <div className="flex flex-col gap-2">
      {sort.map((row, at) => (
        <div
          key={row.key}
          role="group"
          aria-label={t("views.sortNumber", { number: at + 1 })}
          className="flex items-center gap-2"
        >
          <Select
            className="w-40 max-sm:flex-1"
            label={t("views.sortBy")}
            hideLabel
            value={row.field}
            onValue={(field) => change(row, { field })}
            options={fields.filter((field) => field === row.field || unused.includes(field))
              .map((value) => ({ value, label: t(sortMessages[value]) }))}
          />
          <SegmentedControl
            label={t("views.direction")}
            hideLabel
            value={row.descending ? "down" : "up"}
            onValue={(value) => change(row, { descending: value === "down" })}
            options={[
              { value: "up", label: t("views.ascending"), icon: <ArrowUp size={14} aria-hidden /> },
              { value: "down", label: t("views.descending"), icon: <ArrowDown size={14} aria-hidden /> },
            ]}
          />
          <IconButton
            tooltip={false}
            label={t("views.sortRemove", { number: at + 1 })}
            icon={<X size={16} />}
            onClick={() => onSort(sort.filter((one) => one !== row))}
            className="ms-auto"
          />
        </div>
      ))}
      {next && sort.length < maxRows && (
        <Button
          variant="ghost"
          size="small"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onSort([...sort, { key: nextKey(sort), field: next, descending: false }])}
          className="self-start"
        >
          {t("views.sortAdd")}
        </Button>
      )}
    </div>
  );
}
