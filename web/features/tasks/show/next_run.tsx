import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** When a task is due next, or that it is not: the distance from now, and the time itself where there is room for it. */
export function NextRun({ at }: { at: string | null }) {
  const { t, format } = useMessages();
  if (at) {
    return (
      // What does not fit goes onto a second line, which is out of sight.
      <span className="flex h-[1.45em] flex-wrap gap-x-2 overflow-hidden">
        <RelativeTime at={at} />
        <span className="whitespace-nowrap text-faint">{format.shortTime(at, Date.now())}</span>
      </span>
    );
  }
  return (
    <span className="text-faint">
      <span aria-hidden>—</span>
      <span className="sr-only">{t("tasks.notDue")}</span>
    </span>
  );
}
