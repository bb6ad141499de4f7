import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { ExactTime, RelativeTime } from "../../ui/data/time_text.tsx";
import { formatAction } from "./action_messages.ts";

type OnOpen = (entry: AuditEntry) => void;

/** Returns the columns of the log; `onOpen` opens the details of an entry. */
export function auditColumns(onOpen: OnOpen): readonly Column<AuditEntry>[] {
  return [
    {
      id: "time",
      header: "audit.time",
      width: 172,
      numeric: true,
      className: "ps-4 text-muted",
      headClassName: "ps-4",
      cell: ({ at }) => <ExactTime at={at} />,
    },
    {
      id: "who",
      header: "audit.who",
      width: 112,
      className: "truncate",
      title: ({ actor }) => actor.name ?? "",
      cell: (entry) => <Who entry={entry} />,
    },
    {
      id: "what",
      header: "audit.what",
      share: 0.26,
      cell: (entry) => <OpenButton entry={entry} onOpen={onOpen} />,
    },
    {
      id: "object",
      header: "audit.object",
      mono: true,
      className: "truncate",
      title: ({ object }) => object ?? "",
      cell: ({ object }) => object,
    },
    {
      id: "address",
      header: "audit.address",
      width: 130,
      mono: true,
      className: "truncate text-muted",
      title: ({ ip }) => ip ?? "",
      cell: ({ ip }) => ip,
    },
  ];
}

/** Renders one entry as a card, for a phone. */
export function AuditCard({ entry, onOpen }: { entry: AuditEntry; onOpen: OnOpen }) {
  return (
    <div className="rounded-md border border-line bg-surface p-3 text-sm">
      <OpenButton entry={entry} onOpen={onOpen} />
      {entry.object && <div className="mt-0.5 font-mono text-xs break-all">{entry.object}</div>}
      <div className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
        <span className="min-w-0 break-words">
          <Who entry={entry} />
        </span>
        {entry.ip && <span className="font-mono">{entry.ip}</span>}
        <span className="ms-auto">
          <RelativeTime at={entry.at} />
        </span>
      </div>
    </div>
  );
}

function OpenButton({ entry, onOpen }: { entry: AuditEntry; onOpen: OnOpen }) {
  const { t } = useMessages();
  return (
    <button
      type="button"
      title={entry.act}
      aria-description={t("audit.detailsOf", { id: entry.id })}
      onClick={() => onOpen(entry)}
      className="block max-w-full truncate text-start hover:text-accent-text hover:underline"
    >
      <What act={entry.act} />
    </button>
  );
}

/** Renders what was done: the module and the action. */
export function What({ act: action }: { act: string }) {
  const { module, name } = formatAction(action, useMessages());
  return (
    <>
      <span className="text-muted">{module}</span>
      {name && <span className="font-medium">{` · ${name}`}</span>}
    </>
  );
}

/** Renders who did it: a name, or the kind of actor when there is none. */
export function Who({ entry: { actor } }: { entry: AuditEntry }) {
  const { t } = useMessages();
  const kind = t(`audit.${actor.kind}`);
  if (actor.name === null) return <span className="text-muted">{kind}</span>;
  return (
    <>
      {actor.name}
      {actor.kind === "application" && <span className="text-faint">{` · ${kind}`}</span>}
    </>
  );
}
