import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { AskCodeDialog } from "./ask_code_dialog.tsx";
import { useAccountAction } from "./use_account.ts";

/** Asks for a code and turns off the second factor. */
export default function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const toast = useToast();
  const { mutate, isPending, error } = useAccountAction((api, code: string) =>
    api.post<void>("/account/second-factor/deactivate", { code })
  );
  const send = (code: string) =>
    mutate(code, {
      onSuccess() {
        toast.message("success", t("security.turnedOff"));
        onClose();
      },
    });
  return (
    <AskCodeDialog
      title={t("security.turnOffTitle")}
      text={t("security.turnOffText")}
      busy={isPending}
      error={error}
      onSend={send}
      onClose={onClose}
    />
  );
}
