import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../inputs/button.tsx";
import { Callout } from "./callout.tsx";

interface StaleCalloutProps {
  title: string;
  text: string;
  busy: boolean;
  onReload: () => void;
  onOverwrite: () => void;
}

/** Reports that someone else changed the object of a form, and lets the user choose which changes to save. */
export function StaleCallout({ title, text, busy, onReload, onOverwrite }: StaleCalloutProps) {
  const { t } = useMessages();
  return (
    <Callout tone="warning">
      <p className="font-medium">{title}</p>
      <p>{text}</p>
      <div className="mt-2 mb-1 flex flex-wrap gap-2">
        <Button size="small" disabled={busy} onClick={onReload}>{t("task.staleReload")}</Button>
        <Button size="small" loading={busy} onClick={onOverwrite}>{t("task.staleOverwrite")}</Button>
      </div>
    </Callout>
  );
}
