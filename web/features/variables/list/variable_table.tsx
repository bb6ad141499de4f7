import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, useCallback, useMemo, useRef, useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { AllBox } from "../../../ui/data/rows/choose_boxes.tsx";
import { ContextMenu } from "../../../ui/overlays/context_menu.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { HeadCell, type SortDirection, Table, WideRow } from "../../../ui/data/table.tsx";
import { useMedia } from "../../../ui/use_media.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableActions } from "../actions/use_variable_actions.tsx";
import { variableEntries } from "../actions/variable_entries.tsx";
import { type ListSort, nextSort } from "../url_state.ts";
import type { ListStateHandle } from "../use_list_state.ts";
import type { Choosing } from "./use_selection.ts";
import { useRowDrag } from "./use_row_drag.ts";
import { rowId, useRowKeys } from "./use_row_keys.ts";
import { spare, VariableRow } from "./variable_row.tsx";
import type { RowsProps } from "./rows_props.ts";

const rowHeight = 40;
const columnCount = 10;
const minWidth = 1020;
/** Without the columns that `spare` hides. */
const minNarrowWidth = 740;

/** Variables as rows; only those in sight are drawn. */
export function VariableTable(props: RowsProps) {
  const { variables, loading, handle, choosing, onOrder, onMove } = props;
  const { t } = useMessages();
  const frame = useRef<HTMLDivElement>(null);
  const roomy = useMedia("(min-width: 1280px)");
  const virtual = useVirtualizer({
    count: variables.length,
    estimateSize: () => rowHeight,
    getScrollElement: () => frame.current,
    overscan: 12,
    useAnimationFrameWithResizeObserver: true,
  });
  const items = virtual.getVirtualItems();
  const { drag, order, byId } = useRowDrag(variables, onOrder);
  const drawn = items.map(({ index }) => index);
  const keys = useRowKeys({ ...props, drawn, reveal: (index) => virtual.scrollToIndex(index) });
  const onEnd = useMemo(() =>
    onMove &&
    ((variable: Variable, to: "start" | "end") =>
      onMove(variable, to === "start" ? 0 : variables.length - 1)), [
    onMove,
    variables.length,
  ]);
  const menu = useRowsMenu(byId, onEnd);
  const label = useCallback((text: string) => handle.change({ label: text }), [handle.change]);
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  return (
    <Table
      label={t("variables.title")}
      frame={frame}
      rowCount={variables.length + 1}
      minWidth={roomy ? minWidth : minNarrowWidth}
      className="min-h-0 [&>table]:table-fixed"
    >
      <TableHead handle={handle} choosing={choosing} total={variables.length} />
      <ContextMenu entries={menu.entries}>
        <tbody
          ref={keys.body}
          data-order-list
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
          onContextMenu={menu.aim}
        >
          {loading && <SkeletonRows columns={columnCount} rows={8} />}
          <Room height={above} />
          {drawn.map((index) => {
            const variable = byId.get(order[index] ?? 0);
            return variable && (
              <VariableRow
                key={variable.id}
                {...{ variable, location: index, onEnd }}
                selected={choosing.isChosen(variable.id)}
                dragged={drag.dragged === variable.id}
                reachable={variable.id === keys.reachable}
                grip={onOrder && drag.item(variable.id)}
                onToggle={choosing.toggle}
                onLabel={label}
              />
            );
          })}
          <Room height={below} />
        </tbody>
      </ContextMenu>
    </Table>
  );
}

/** Stands for rows that are not drawn. */
function Room({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <WideRow columns={columnCount}>
      <div aria-hidden style={{ height }} />
    </WideRow>
  );
}

function TableHead(
  { handle: { state, change }, choosing, total }: {
    handle: ListStateHandle;
    choosing: Choosing;
    total: number;
  },
) {
  const { t } = useMessages();
  const sortable = (field: ListSort["field"]) => ({
    sort: directionOf(state.sort, field),
    onSort: () => change({ sort: nextSort(state.sort, field) }),
  });
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className="sticky top-0 z-10 h-9 w-11 border-b border-line bg-surface ps-4 text-start"
        >
          <AllBox chosen={choosing.chosen.length} total={total} onAll={choosing.toggleAll} />
        </th>
        <HeadCell width={28} hideLabel>{t("variables.order")}</HeadCell>
        <HeadCell className="w-[18%]" {...sortable("name")}>{t("variables.name")}</HeadCell>
        <HeadCell>{t("variables.value")}</HeadCell>
        <HeadCell className="w-[11%]">{t("variables.remarks")}</HeadCell>
        <HeadCell width={128} className={spare}>{t("tasks.labels")}</HeadCell>
        <HeadCell width={84}>{t("variables.usedByColumn")}</HeadCell>
        <HeadCell width={104} className={spare} {...sortable("updatedAt")}>{t("variables.updated")}</HeadCell>
        <HeadCell width={72}>{t("variables.enabled")}</HeadCell>
        <HeadCell width={84} hideLabel>{t("tasks.actions")}</HeadCell>
      </tr>
    </thead>
  );
}

function directionOf(sort: ListSort | null, field: ListSort["field"]): SortDirection | undefined {
  if (sort?.field !== field) return undefined;
  return sort.descending ? "descending" : "ascending";
}

/** One context menu for all rows: that of the row under the pointer. */
function useRowsMenu(
  byId: ReadonlyMap<number, Variable>,
  onMove: ((variable: Variable, to: "start" | "end") => void) | undefined,
) {
  const { t } = useMessages();
  const actions = useVariableActions();
  const [id, setId] = useState<number | null>(null);
  const variable = byId.get(id ?? 0);
  const aim = (event: MouseEvent) => {
    const aimed = rowId(event.target);
    if (aimed === null) return event.preventDefault();
    setId(aimed);
  };
  return { aim, entries: variable ? variableEntries(variable, { actions, t, onMove }) : [] };
}
