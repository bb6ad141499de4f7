import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { AppOrRecoveryCode } from "../../shared/passkey/app_or_recovery_code.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Asks for a code of the second factor before it is changed. */
export function AskCodeDialog(
  { title, text, busy, error, onSend, onClose }: {
    title: string;
    text: string;
    busy: boolean;
    error: Error | null;
    onSend: (code: string) => void;
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      footer={<Button onClick={onClose}>{t("ui.cancel")}</Button>}
    >
      <div className="flex flex-col gap-3">
        {error instanceof ApiProblem && error.issues.length === 0 && (
          <Callout tone="danger">{error.detail}</Callout>
        )}
        <AppOrRecoveryCode busy={busy} error={issueAt(error, "code")} onSend={onSend} />
      </div>
    </Dialog>
  );
}
