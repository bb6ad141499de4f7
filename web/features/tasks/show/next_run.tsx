import { RelativeTime } from "../../../ui/time_text.tsx";
import { useWords } from "../../../words/use_words.tsx";

/** When a task is due next, or that it is not. */
export function NextRun({ at }: { at: string | null }) {
  const { t } = useWords();
  if (at) return <RelativeTime at={at} />;
  return (
    <span className="text-faint">
      <span aria-hidden>—</span>
      <span className="sr-only">{t("tasks.notDue")}</span>
    </span>
  );
}
