import type { PullCounts } from "../../../../server/contract/subscriptions.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

interface Mark {
  sign: string;
  count: number;
  label: MessageKey;
  check: string;
}

/** Lists the non-zero counts: added, changed, deleted and rejected. */
function marksOf({ added, changed, removed, failed = 0 }: Counts): Mark[] {
  const marks: Mark[] = [
    { sign: "+", count: added, label: "subscriptions.countsAdded", check: "text-success-text" },
    { sign: "~", count: changed, label: "subscriptions.countsChanged", check: "text-accent-text" },
    { sign: "−", count: removed, label: "subscriptions.countsRemoved", check: "text-danger-text" },
    { sign: "!", count: failed, label: "subscriptions.countsFailed", check: "text-warning-text" },
  ];
  return marks.filter(({ count }) => count > 0);
}

type Counts = PullCounts["files"] & { failed?: number };

/** Returns whether all counts are zero. */
export function isNothing({ tasks, files }: PullCounts): boolean {
  return marksOf(tasks).length + marksOf(files).length === 0;
}

/** Renders counts as signs, `+3 ~1 −2`, with a label for screen readers. */
export function CountMarks({ counts, of }: { counts: Counts; of: string }) {
  const { t, format } = useMessages();
  const marks = marksOf(counts);
  if (marks.length === 0) return null;
  const messages = marks.map(({ label, count }) => t(label, { count }));
  return (
    <span
      className="inline-flex items-baseline gap-1.5 whitespace-nowrap tabular-nums"
      title={messages.join(", ")}
    >
      {marks.map(({ sign, count, check: style }) => (
        <span key={sign} aria-hidden className={classNames("font-medium", style)}>
          {sign}
          {format.number(count)}
        </span>
      ))}
      <span className="sr-only">{messages.join(", ")}</span>
      <span className="text-muted">{of}</span>
    </span>
  );
}
