import { useState } from "react";
import type { Passkey, PasskeyInput, PasskeyOffer } from "../../../server/contract/passkeys.ts";
import { issueAt } from "../../api/api_problem.ts";
import { makePasskey } from "../../api/passkey_device.ts";
import { useApi } from "../../api/use_api.tsx";
import { passkeyProblem } from "../../shared/passkey/passkey_button.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { PasskeyNameDialog } from "./passkey_name_dialog.tsx";
import { useAccountAction } from "./use_account.ts";

/** Asks for a name and creates a passkey; `first` holds the creation options of the first attempt. */
export default function AddPasskeyDialog({ first, onClose }: { first: PasskeyOffer; onClose: () => void }) {
  const { t } = useMessages();
  const toast = useToast();
  const api = useApi();
  const [offer, setOffer] = useState<PasskeyOffer | null>(first);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { mutateAsync } = useAccountAction((api, body: PasskeyInput) =>
    api.post<Passkey>("/account/passkeys", body)
  );
  const add = async (name: string) => {
    setBusy(true);
    setError(null);
    try {
      setOffer(null); // creation options are valid once
      const wanted = offer ?? await api.post<PasskeyOffer>("/account/passkeys/start");
      await mutateAsync({ name, passkey: await makePasskey(wanted) });
      toast.message("success", t("security.passkeyAdded"));
      onClose();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PasskeyNameDialog
      title={t("security.addPasskey")}
      text={t("security.addPasskeyText")}
      first={first.proposedName}
      confirmLabel={t("security.goOn")}
      busy={busy}
      nameIssue={issueAt(error, "name")}
      error={error && !issueAt(error, "name")
        ? passkeyProblem(error, t, t("security.passkeyNotMade"))
        : undefined}
      onName={(name) => void add(name)}
      onClose={onClose}
    />
  );
}
