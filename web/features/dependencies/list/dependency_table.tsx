import { Ban, RotateCcw, ScrollText } from "lucide-react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { ContextMenu } from "../../../ui/overlays/context_menu.tsx";
import { columnSort } from "../../../ui/data/list_sort.ts";
import { AllBox, RowBox } from "../../../ui/data/rows/choose_boxes.tsx";
import { HoverActions, RowAction, RowMenu } from "../../../ui/data/rows/row_actions.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Cell, HeadCell, Row, Table } from "../../../ui/data/table.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { rowEntries } from "../actions/row_entries.tsx";
import type { DependencyActions } from "../actions/use_actions.tsx";
import type { DependencySortField, UrlState } from "../url_state.ts";
import { isBusy, StateDot } from "../state_style.tsx";

export interface RowsProps {
  rows: readonly Dependency[];
  loading: boolean;
  chosen: ReadonlyMap<number, Dependency>;
  onToggle: (row: Dependency, range: boolean) => void;
  onToggleAll: () => void;
  sort: UrlState["sort"];
  onSort: (sort: UrlState["sort"]) => void;
  actions: DependencyActions;
  onLog: (id: number) => void;
}

/** Packages as a table. */
export function DependencyTable(props: RowsProps) {
  const { rows, loading, chosen, onToggleAll, sort, onSort } = props;
  const { t } = useMessages();
  const sorted = (field: DependencySortField) => columnSort(sort, field, onSort);
  const chosenHere = rows.filter(({ id }) => chosen.has(id)).length;
  return (
    <Table label={t("dependencies.title")} minWidth={960} className="min-h-0 [&>table]:table-fixed">
      <thead>
        <tr>
          <th scope="col" className="sticky top-0 z-10 w-10 border-b border-line bg-surface ps-4 text-start">
            <AllBox chosen={chosenHere} total={rows.length} onAll={onToggleAll} />
          </th>
          <HeadCell className="w-[22%]" {...sorted("name")}>{t("dependencies.name")}</HeadCell>
          <HeadCell width={124}>{t("dependencies.found")}</HeadCell>
          <HeadCell {...sorted("state")}>{t("dependencies.state")}</HeadCell>
          <HeadCell className="w-[13%]">{t("dependencies.remarks")}</HeadCell>
          <HeadCell width={100} {...sorted("updatedAt")}>{t("dependencies.updated")}</HeadCell>
          <HeadCell width={100} {...sorted("createdAt")}>{t("dependencies.created")}</HeadCell>
          <HeadCell width={112} hideLabel>{t("ui.more")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {loading ? <SkeletonRows /> : rows.map((row) => <DependencyRow key={row.id} row={row} {...props} />)}
      </tbody>
    </Table>
  );
}

function DependencyRow({ row, chosen, onToggle, actions, onLog }: RowsProps & { row: Dependency }) {
  const { t } = useMessages();
  const selected = chosen.has(row.id);
  return (
    <ContextMenu entries={rowEntries(row, { actions, onLog, t })}>
      <Row selected={selected}>
        <Cell className="w-10 ps-4">
          <RowBox name={row.name} checked={selected} onToggle={(range) => onToggle(row, range)} />
        </Cell>
        <Cell mono title={row.name} className="truncate text-sm!">{row.name}</Cell>
        <Cell mono className="truncate" title={row.installedVersion ?? ""}>
          {row.installedVersion ?? <span className="text-faint">—</span>}
        </Cell>
        <Cell>
          <StateCell row={row} />
        </Cell>
        <Cell className="truncate text-muted" title={row.remarks}>{row.remarks}</Cell>
        <Cell numeric className="text-muted">
          <RelativeTime at={row.updatedAt} />
        </Cell>
        <Cell numeric className="text-muted">
          <RelativeTime at={row.createdAt} />
        </Cell>
        <Cell className="pe-3">
          <RowActions row={row} actions={actions} onLog={onLog} />
        </Cell>
      </Row>
    </ContextMenu>
  );
}

/** The state, and beneath it the line that says why. */
function StateCell({ row: { state, reason } }: { row: Dependency }) {
  return (
    <span className="flex min-w-0 flex-col py-1">
      <StateDot state={state} />
      {reason && <span className="truncate text-xs text-muted" title={reason}>{reason}</span>}
    </span>
  );
}

function RowActions({ row, actions, onLog }: { row: Dependency } & Pick<RowsProps, "actions" | "onLog">) {
  const { t } = useMessages();
  const busy = isBusy(row);
  return (
    <span className="flex items-center justify-end gap-0.5">
      <HoverActions>
        <RowAction
          act={t("dependencies.log")}
          name={row.name}
          icon={<ScrollText size={16} />}
          onClick={() => onLog(row.id)}
        />
        <RowAction
          act={busy ? t("ui.cancel") : t("dependencies.reinstall")}
          name={row.name}
          icon={busy ? <Ban size={16} /> : <RotateCcw size={16} />}
          onClick={() => void actions.act(busy ? "cancel" : "reinstall", [row])}
        />
      </HoverActions>
      <RowMenu name={row.name} entries={() => rowEntries(row, { actions, onLog, t })} />
    </span>
  );
}

function SkeletonRows() {
  if (!useDelayed(true)) return null;
  return Array.from({ length: 4 }, (_, index) => (
    <tr key={index}>
      <Cell className="ps-4">
        <Skeleton className="size-4" />
      </Cell>
      {["w-32", "w-14", "w-24", "w-40", "w-16", "w-16", "w-0"].map((width, at) => (
        <Cell key={at}>
          <Skeleton className={`h-3 ${width}`} />
        </Cell>
      ))}
    </tr>
  ));
}
