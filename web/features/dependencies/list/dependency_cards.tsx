import { Ban, RotateCcw, ScrollText } from "lucide-react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { CardAction, CardBox, CardMenu, CardSkeletons, ListCard } from "../../../ui/data/rows/list_card.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { rowEntries } from "../actions/row_entries.tsx";
import { isBusy, StateDot } from "../state_style.tsx";
import type { RowsProps } from "./dependency_table.tsx";

/** Packages as cards, for a phone. */
export function DependencyCards({ rows, loading, ...props }: RowsProps) {
  if (loading) return <CardSkeletons count={4} height="h-24" />;
  return (
    <ul className="flex flex-col gap-2">
      {rows.map((row) => (
        <li key={row.id}>
          <DependencyCard row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}

function DependencyCard(
  { row, chosen, onToggle, actions, onLog }: Omit<RowsProps, "rows" | "loading"> & { row: Dependency },
) {
  const selected = chosen.has(row.id);
  return (
    <ListCard name={row.name} selected={selected}>
      <div className="flex items-start gap-2">
        <CardBox name={row.name} checked={selected} onToggle={() => onToggle(row, false)} />
        <div className="min-w-0 flex-1">
          <div className="font-mono text-sm font-medium break-all">{row.name}</div>
          {row.installedVersion && (
            <div className="mt-0.5 font-mono text-xs text-muted">{row.installedVersion}</div>
          )}
        </div>
        <span className="text-sm">
          <StateDot state={row.state} />
        </span>
      </div>
      <div className="ps-10 text-xs text-muted">
        {row.reason && <p className="mt-1.5 line-clamp-3 break-words text-danger-text">{row.reason}</p>}
        {row.remarks && <p className="mt-1.5 line-clamp-2 break-words">{row.remarks}</p>}
        <div className="mt-1 -mb-1.5 flex items-center">
          <RelativeTime at={row.updatedAt} />
          <CardActions row={row} actions={actions} onLog={onLog} />
        </div>
      </div>
    </ListCard>
  );
}

function CardActions({ row, actions, onLog }: { row: Dependency } & Pick<RowsProps, "actions" | "onLog">) {
  const { t } = useMessages();
  const busy = isBusy(row);
  return (
    <span className="ms-auto -me-1.5 flex">
      <CardAction
        act={t("dependencies.log")}
        name={row.name}
        icon={<ScrollText size={18} />}
        onClick={() => onLog(row.id)}
      />
      <CardAction
        act={busy ? t("ui.cancel") : t("dependencies.reinstall")}
        name={row.name}
        icon={busy ? <Ban size={18} /> : <RotateCcw size={18} />}
        onClick={() => void actions.act(busy ? "cancel" : "reinstall", [row])}
      />
      <CardMenu name={row.name} entries={() => rowEntries(row, { actions, onLog, t })} />
    </span>
  );
}
