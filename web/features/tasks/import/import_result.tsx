import { CircleCheck } from "lucide-react";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/inputs/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

interface ImportResultProps {
  created: number;
  /** A label that all of them have. */
  label: string | undefined;
  onClose: () => void;
}

/** The last step: how many there are now, and what is left to do. */
export function ImportResult({ created, label, onClose }: ImportResultProps) {
  const { t } = useMessages();
  return (
    <Dialog
      open
      title={t("imports.title")}
      onClose={onClose}
      footer={
        <>
          {label === undefined
            ? null
            : <ButtonLink href={paths.tasks({ label })}>{t("imports.showLabelled")}</ButtonLink>}
          <Button variant="primary" autoFocus onClick={onClose}>{t("imports.done")}</Button>
        </>
      }
    >
      <div role="status">
        <EmptyState icon={<CircleCheck size={22} />} title={t("imports.created", { count: created })} />
      </div>
      <Callout tone="warning">{t("imports.twice")}</Callout>
    </Dialog>
  );
}
