import { Ban, GitBranch, RotateCcw, ScrollText } from "../../../ui/icons/icons.ts";
import { createContext, useContext } from "react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionNames } from "../../../shared/task/field_values.tsx";
import type { Column } from "../../../ui/data/columns.ts";
import { CardAction, CardBox, CardMenu, ListCard } from "../../../ui/data/rows/list_card.tsx";
import { RowAction } from "../../../ui/data/rows/row_actions.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { type DependencyActions, rowEntries } from "../actions/use_actions.tsx";
import { NodeCount } from "../dependency_nodes.tsx";
import { isBusy, StateDot } from "../state_style.tsx";
import type { DependencySortField } from "../url_state.ts";

export const dependencyColumns: readonly Column<Dependency, DependencySortField>[] = [
  {
    id: "name",
    header: "dependencies.name",
    sort: "name",
    minWidth: 180,
    mono: true,
    className: "text-sm!",
    title: ({ name }) => name,
    cell: (row) => <NameCell row={row} />,
  },
  {
    id: "found",
    header: "dependencies.found",
    width: 124,
    mono: true,
    className: "truncate",
    title: ({ installedVersion }) => installedVersion ?? "",
    cell: ({ installedVersion }) => installedVersion ?? <span className="text-faint">—</span>,
  },
  {
    id: "state",
    header: "dependencies.state",
    sort: "state",
    share: 0.25,
    cell: (row) => (
      <span className="flex min-w-0 flex-col py-1">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <StateDot state={row.state} />
          <NodeCount dependency={row} />
        </span>
        {row.reason && (
          <span title={row.reason} className="line-clamp-2 text-xs break-words text-muted">{row.reason}</span>
        )}
      </span>
    ),
  },
  {
    id: "remarks",
    header: "dependencies.remarks",
    share: 0.12,
    minWindowWidth: 1200,
    className: "truncate text-muted",
    title: ({ remarks }) => remarks,
    cell: ({ remarks }) => remarks,
  },
  {
    id: "updated",
    header: "dependencies.updated",
    sort: "updatedAt",
    width: 100,
    minWindowWidth: 900,
    tabularDigits: true,
    className: "text-muted",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
  {
    id: "created",
    header: "dependencies.created",
    sort: "createdAt",
    width: 100,
    minWindowWidth: 1440,
    tabularDigits: true,
    className: "text-muted",
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

function NameCell({ row: { name, subscriptionId } }: { row: Dependency }) {
  if (subscriptionId === null) return <span className="line-clamp-2 break-words">{name}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="max-w-3/5 shrink-0 truncate">{name}</span>
      <OwnerChip subscriptionId={subscriptionId} />
    </span>
  );
}

/** Renders the subscription whose Python environment a package belongs to. */
function OwnerChip({ subscriptionId }: { subscriptionId: number }) {
  const { t } = useMessages();
  const name = useSubscriptionNames().find(({ id }) => id === subscriptionId)?.name ?? `#${subscriptionId}`;
  return (
    <span
      title={t("dependencies.onlyFor", { name })}
      className="flex max-w-40 min-w-0 items-center gap-1 rounded-sm bg-accent-soft px-1.5 py-px font-sans text-xs text-accent-text icon-stroke"
    >
      <GitBranch size={12} className="shrink-0" />
      <span className="sr-only">{t("dependencies.onlyFor", { name })}</span>
      <span aria-hidden className="truncate">{name}</span>
    </span>
  );
}

interface RowContextValue {
  actions: DependencyActions;
  onLog: (id: number) => void;
  onEdit: (id: number) => void;
}

const RowContext = createContext<RowContextValue | null>(null);

/** Provides the actions of the buttons on rows and cards. */
export const RowProvider = RowContext.Provider;

function useRow(): RowContextValue {
  const value = useContext(RowContext);
  if (!value) throw new Error("useRow outside of RowProvider");
  return value;
}

/** Renders the buttons on a row that open the log, and reinstall or cancel. */
export function DependencyRowActions({ row }: { row: Dependency }) {
  const { t } = useMessages();
  const { actions, onLog } = useRow();
  const busy = isBusy(row);
  return (
    <>
      <RowAction
        label={t("dependencies.log")}
        name={row.name}
        icon={<ScrollText />}
        onClick={() => onLog(row.id)}
      />
      {actions.mayWrite && (
        <RowAction
          label={busy ? t("ui.cancel") : t("dependencies.reinstall")}
          name={row.name}
          icon={busy ? <Ban /> : <RotateCcw />}
          onClick={() => void actions.perform(busy ? "cancel" : "reinstall", [row])}
        />
      )}
    </>
  );
}

/** Renders one package as a card, for a phone. */
export function DependencyCard(
  { row, selected, onToggle }: { row: Dependency; selected: boolean; onToggle: () => void },
) {
  const { actions } = useRow();
  return (
    <ListCard name={row.name} selected={selected}>
      <div className="flex min-h-10 items-center gap-2">
        {actions.mayWrite && <CardBox name={row.name} checked={selected} onToggle={onToggle} />}
        <div className="min-w-0 flex-1">
          <div title={row.name} className="font-mono text-sm font-medium">
            <NameCell row={row} />
          </div>
          {row.installedVersion && (
            <div className="truncate font-mono text-xs text-muted">{row.installedVersion}</div>
          )}
        </div>
        <span className="text-sm">
          <StateDot state={row.state} />
        </span>
      </div>
      <div className="-mt-1 flex min-h-11 items-center gap-2 ps-10.5 text-xs text-muted">
        <div className="min-w-0 flex-1">
          {row.reason
            ? <p title={row.reason} className="line-clamp-2 break-words text-danger-text">{row.reason}</p>
            : <p title={row.remarks} className="truncate">{row.remarks}</p>}
          <NodeCount dependency={row} />
          <RelativeTime at={row.updatedAt} />
        </div>
        <CardActions row={row} />
      </div>
    </ListCard>
  );
}

function CardActions({ row }: { row: Dependency }) {
  const { t } = useMessages();
  const { actions, onLog, onEdit } = useRow();
  const busy = isBusy(row);
  return (
    <span className="-me-1.5 flex">
      <CardAction
        action={t("dependencies.log")}
        name={row.name}
        icon={<ScrollText size={18} />}
        onClick={() => onLog(row.id)}
      />
      {actions.mayWrite && (
        <CardAction
          action={busy ? t("ui.cancel") : t("dependencies.reinstall")}
          name={row.name}
          icon={busy ? <Ban size={18} /> : <RotateCcw size={18} />}
          onClick={() => void actions.perform(busy ? "cancel" : "reinstall", [row])}
        />
      )}
      <CardMenu name={row.name} entries={() => rowEntries(row, { actions, onLog, onEdit, t })} />
    </span>
  );
}
