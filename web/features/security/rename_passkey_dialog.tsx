import type { Passkey } from "../../../server/contract/passkeys.ts";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { PasskeyNameDialog } from "./passkey_name_dialog.tsx";
import { useAccountAction } from "./use_account.ts";

/** Renames a passkey. */
export default function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useMessages();
  const toast = useToast();
  const { id, version } = passkey;
  const { mutate, isPending, error } = useAccountAction((api, name: string) =>
    api.patch<Passkey>(`/account/passkeys/${id}`, { name }, { version })
  );
  const nameIssue = issueAt(error, "name");
  const save = (name: string) =>
    mutate(name, {
      onSuccess() {
        toast.message("success", t("security.passkeyRenamed"));
        onClose();
      },
    });
  return (
    <PasskeyNameDialog
      title={t("security.renamePasskey")}
      first={passkey.name}
      confirmLabel={t("ui.save")}
      busy={isPending}
      nameIssue={nameIssue}
      error={error instanceof ApiProblem && !nameIssue ? error.detail : undefined}
      onName={save}
      onClose={onClose}
    />
  );
}
