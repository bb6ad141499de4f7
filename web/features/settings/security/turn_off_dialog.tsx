import { ApiProblem, issueAt } from "../../../api/api_problem.ts";
import { AppOrRecoveryCode } from "../../../ui/app_or_recovery_code.tsx";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useAccountAct } from "./use_account.ts";

/** Asks for a code and turns the second factor off. */
export default function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const toast = useToast();
  const { mutate, isPending, error } = useAccountAct((api, code: string) =>
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
    <Dialog
      open
      onClose={onClose}
      title={t("security.turnOffTitle")}
      description={t("security.turnOffText")}
      footer={<Button onClick={onClose}>{t("ui.cancel")}</Button>}
    >
      <div className="flex flex-col gap-3">
        {error instanceof ApiProblem && error.issues.length === 0 && (
          <Callout tone="danger">{error.detail}</Callout>
        )}
        <AppOrRecoveryCode busy={isPending} error={issueAt(error, "code")} onSend={send} />
      </div>
    </Dialog>
  );
}
