import { Ban, Ellipsis, RotateCcw, ScrollText } from "lucide-react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RelativeTime } from "../../../ui/time_text.tsx";
import { useDelayed } from "../../../ui/use_delayed.ts";
import { useWords } from "../../../words/use_words.tsx";
import { rowEntries } from "../acts/row_entries.tsx";
import { isBusy, StateDot } from "../state_look.tsx";
import type { RowsProps } from "./dependency_table.tsx";

/** Packages as cards, for a phone. */
export function DependencyCards({ rows, loading, ...props }: RowsProps) {
  if (loading) return <CardSkeletons />;
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
  { row, chosen, onToggle, acts, onLog }: Omit<RowsProps, "rows" | "loading"> & { row: Dependency },
) {
  const { t } = useWords();
  const selected = chosen.has(row.id);
  return (
    <article
      aria-label={row.name}
      className={classNames(
        "rounded-md border p-3 ps-2",
        selected ? "border-accent bg-selected" : "border-line bg-surface",
      )}
    >
      <div className="flex items-start gap-2">
        <Checkbox
          label={t("ui.selectRow", { name: row.name })}
          hideLabel
          className="-my-2 -ms-0.5 size-9 justify-center"
          checked={selected}
          onChange={() => onToggle(row, false)}
        />
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
          <CardActions row={row} acts={acts} onLog={onLog} />
        </div>
      </div>
    </article>
  );
}

function CardActions({ row, acts, onLog }: { row: Dependency } & Pick<RowsProps, "acts" | "onLog">) {
  const { t } = useWords();
  const busy = isBusy(row);
  return (
    <span className="ms-auto -me-1.5 flex">
      <IconButton
        tooltip={false}
        label={`${t("dependencies.log")}: ${row.name}`}
        icon={<ScrollText size={18} />}
        onClick={() => onLog(row.id)}
      />
      <IconButton
        tooltip={false}
        label={`${busy ? t("ui.cancel") : t("dependencies.reinstall")}: ${row.name}`}
        icon={busy ? <Ban size={18} /> : <RotateCcw size={18} />}
        onClick={() => void acts.act(busy ? "cancel" : "reinstall", [row])}
      />
      <Menu entries={() => rowEntries(row, { acts, onLog, t })}>
        <IconButton tooltip={false} label={`${t("ui.more")}: ${row.name}`} icon={<Ellipsis size={18} />} />
      </Menu>
    </span>
  );
}

function CardSkeletons() {
  if (!useDelayed(true)) return null;
  return (
    <ul className="flex flex-col gap-2">
      {Array.from(
        { length: 4 },
        (_, index) => (
          <li key={index} className="flex h-24 flex-col gap-3 rounded-md border border-line bg-surface p-4">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-2/3" />
          </li>
        ),
      )}
    </ul>
  );
}
