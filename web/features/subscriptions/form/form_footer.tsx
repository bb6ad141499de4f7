import { Eye } from "lucide-react";
import { Button } from "../../../ui/inputs/button.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** What can be done with the form: a look at what it would bring, or the save. */
export function FormFooter(
  { busy, editing, preview, onClose }: {
    busy: boolean;
    editing: boolean;
    preview: { busy: boolean; start: () => void };
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <>
      <span className="me-auto">
        <Tooltip text={t("subscriptions.previewFormHelp")}>
          <Button icon={<Eye size={16} aria-hidden />} loading={preview.busy} onClick={preview.start}>
            {t("subscriptions.preview")}
          </Button>
        </Tooltip>
      </span>
      <Button onClick={onClose}>{t("ui.cancel")}</Button>
      <Button type="submit" variant="primary" loading={busy}>
        {editing ? t("ui.save") : t("ui.create")}
      </Button>
    </>
  );
}
