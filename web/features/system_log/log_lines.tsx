import type { SystemLogEntry } from "../../../server/contract/system_log.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { levelTones } from "./level_tones.ts";

interface LinesProps {
  entries: readonly SystemLogEntry[];
  onOpen: (entry: SystemLogEntry) => void;
}

/** Lines, the newest first: each says its time, its level, its message, and what belongs to it as far as there is room. */
export function LogLines({ entries, onOpen }: LinesProps) {
  const { t } = useMessages();
  return (
    <ol
      aria-label={t("systemLog.tab")}
      className="list-none overflow-hidden rounded-md border border-line bg-surface p-0"
    >
      {entries.map((entry, index) => <Line key={`${entry.time} ${index}`} entry={entry} onOpen={onOpen} />)}
    </ol>
  );
}

function Line({ entry, onOpen }: { entry: SystemLogEntry; onOpen: LinesProps["onOpen"] }) {
  const { t } = useMessages();
  const { time, level, message, fields } = entry;
  const rest = fieldsLine(fields);
  return (
    <li className="flex flex-col gap-x-3 gap-y-0.5 border-b border-line px-3 py-2 text-sm last:border-b-0 hover:bg-hover md:flex-row md:items-baseline">
      <span className="flex shrink-0 items-center gap-3 text-xs text-muted md:w-60">
        <ExactTime at={time} />
        <StatusDot tone={levelTones[level]}>{t(`systemLog.${level}`)}</StatusDot>
      </span>
      <button
        type="button"
        onClick={() => onOpen(entry)}
        className="min-w-0 flex-1 text-start hover:text-accent-text touch:py-1"
      >
        <span className="block break-words">{message}</span>
        {rest !== "" && <span className="block truncate font-mono text-xs text-muted">{rest}</span>}
      </button>
    </li>
  );
}

/** Writes what belongs to a line on one line. */
export function fieldsLine(fields: SystemLogEntry["fields"]): string {
  return Object.entries(fields).map(([name, value]) =>
    `${name}=${typeof value === "string" ? value.split("\n", 1)[0] : JSON.stringify(value)}`
  ).join("  ");
}
