import type { RecoveryCodes } from "../../../server/contract/account.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { AskCodeDialog } from "./ask_code_dialog.tsx";
import { useAccountAction } from "./use_account.ts";

/** Asks for a code and creates new recovery codes. */
export default function RenewDialog(
  { onClose, onRenewed }: { onClose: () => void; onRenewed: (codes: string[]) => void },
) {
  const { t } = useMessages();
  const { mutate, isPending, error } = useAccountAction((api, code: string) =>
    api.post<RecoveryCodes>("/account/second-factor/recovery-codes", { code })
  );
  return (
    <AskCodeDialog
      title={t("security.newCodes")}
      text={t("security.newCodesText")}
      busy={isPending}
      error={error}
      onSend={(code) => mutate(code, { onSuccess: ({ codes }) => onRenewed(codes) })}
      onClose={onClose}
    />
  );
}
