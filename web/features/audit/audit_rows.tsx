import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import { Cell, HeadCell, Row, Table } from "../../ui/data/table.tsx";
import { ExactTime, RelativeTime } from "../../ui/data/time_text.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { formatAction } from "./action_messages.ts";

interface RowsProps {
  entries: readonly AuditEntry[];
  onOpen: (entry: AuditEntry) => void;
}

/** Entries as a table, or as cards on a phone. */
export function AuditRows(props: RowsProps) {
  return useNarrow() ? <Cards {...props} /> : <AuditTable {...props} />;
}

function AuditTable({ entries, onOpen }: RowsProps) {
  const { t } = useMessages();
  return (
    <Table label={t("audit.tab")} minWidth={720}>
      <thead>
        <tr>
          <HeadCell className="ps-4" width={168}>{t("audit.time")}</HeadCell>
          <HeadCell width={140}>{t("audit.who")}</HeadCell>
          <HeadCell>{t("audit.what")}</HeadCell>
          <HeadCell>{t("audit.object")}</HeadCell>
          <HeadCell width={130}>{t("audit.address")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell numeric className="ps-4 text-muted">
              <ExactTime at={entry.at} />
            </Cell>
            <Cell className="max-w-0 truncate" title={entry.actor.name ?? ""}>
              <Who entry={entry} />
            </Cell>
            <Cell className="max-w-0 w-[26%]">
              <OpenButton entry={entry} onOpen={onOpen} />
            </Cell>
            <Cell mono className="max-w-0 truncate" title={entry.object ?? ""}>{entry.object}</Cell>
            <Cell mono className="max-w-0 truncate text-muted" title={entry.ip ?? ""}>{entry.ip}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function OpenButton({ entry, onOpen }: { entry: AuditEntry; onOpen: RowsProps["onOpen"] }) {
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

/** What was done, in words: module and deed. */
export function What({ act: action }: { act: string }) {
  const { module, deed } = formatAction(action, useMessages());
  return (
    <>
      <span className="text-muted">{module}</span>
      {deed && <span className="font-medium">{` · ${deed}`}</span>}
    </>
  );
}

/** Who did it: a name, or what has none. */
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

function Cards({ entries, onOpen }: RowsProps) {
  return (
    <ul className="flex flex-col gap-2">
      {entries.map((entry) => (
        <li key={entry.id} className="rounded-md border border-line bg-surface p-3 text-sm">
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
        </li>
      ))}
    </ul>
  );
}
