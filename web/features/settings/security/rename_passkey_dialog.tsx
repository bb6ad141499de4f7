import type { Passkey } from "../../../../server/contract/passkeys.ts";
import { ApiProblem, issueAt } from "../../../api/api_problem.ts";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { PasskeyNameDialog } from "./passkey_name_dialog.tsx";
import { useAccountAct } from "./use_account.ts";

/** Gives a passkey another name. */
export default function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useWords();
  const toast = useToast();
  const { id, version } = passkey;
  const { mutate, isPending, error } = useAccountAct((api, name: string) =>
    api.patch<Passkey>(`/account/passkeys/${id}`, { name }, { version })
  );
  const nameFault = issueAt(error, "name");
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
      nameFault={nameFault}
      fault={error instanceof ApiProblem && !nameFault ? error.detail : undefined}
      onName={save}
      onClose={onClose}
    />
  );
}
