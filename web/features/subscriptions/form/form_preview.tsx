import { Button } from "../../../ui/inputs/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { PreviewBody } from "../changes/preview_body.tsx";
import { type Draft, proposedAlias } from "./draft.ts";

/** What the form, as it stands, would bring; closing it leads back to the form. */
export function FormPreview(
  { run, draft, onClose }: { run: number; draft: Draft; onClose: () => void },
) {
  const { t } = useMessages();
  const name = draft.name.trim() || proposedAlias(draft);
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      flush
      title={t("subscriptions.previewOf", { name })}
      footer={<Button onClick={onClose}>{t("ui.back")}</Button>}
    >
      <PreviewBody key={run} run={run} />
    </Dialog>
  );
}
