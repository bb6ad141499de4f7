import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { useWords } from "../../../words/use_words.tsx";

/** Says that somebody else changed the subscription meanwhile, and lets the person choose whose changes stay. */
export function StaleCallout(
  { busy, onReload, onOverwrite }: { busy: boolean; onReload: () => void; onOverwrite: () => void },
) {
  const { t } = useWords();
  return (
    <Callout tone="warning">
      <p className="font-medium">{t("subscriptions.staleTitle")}</p>
      <p>{t("subscriptions.staleText")}</p>
      <div className="mt-2 mb-1 flex flex-wrap gap-2">
        <Button size="small" disabled={busy} onClick={onReload}>{t("task.staleReload")}</Button>
        <Button size="small" loading={busy} onClick={onOverwrite}>{t("task.staleOverwrite")}</Button>
      </div>
    </Callout>
  );
}
