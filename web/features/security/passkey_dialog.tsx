import { useState } from "react";
import type { Passkey, PasskeyInput, PasskeyOffer } from "../../../server/contract/passkeys.ts";
import { accountLimits } from "../../../server/contract/limits/account.ts";
import { issueAt } from "../../api/api_problem.ts";
import { makePasskey } from "../../api/passkey_device.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { passkeyProblem } from "../../shared/passkey/passkey_button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { TextField } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../ui/form/use_server_form.ts";
import { useAccountChange } from "./use_account.ts";

type PasskeyDialogProps = ({ offer: PasskeyOffer } | { passkey: Passkey }) & { onClose: () => void };

/** Asks for a name and creates a passkey with the options of the offer, or renames an existing passkey. */
export default function PasskeyDialog({ onClose, ...subject }: PasskeyDialogProps) {
  return "offer" in subject
    ? <AddDialog first={subject.offer} onClose={onClose} />
    : <RenameDialog passkey={subject.passkey} onClose={onClose} />;
}

function AddDialog({ first, onClose }: { first: PasskeyOffer; onClose: () => void }) {
  const { t } = useMessages();
  const [offer, setOffer] = useState<PasskeyOffer | null>(first);
  const { mutateAsync } = useAccountChange(async (api, name: string) => {
    setOffer(null); // creation options are valid once
    const options = offer ?? await api.post<PasskeyOffer>("/account/passkeys/start");
    const body: PasskeyInput = { name, passkey: await makePasskey(options) };
    return await api.post<Passkey>("/account/passkeys", body);
  }, "security.passkeyAdded");
  return (
    <NameDialog
      title={t("security.addPasskey")}
      text={t("security.addPasskeyText")}
      name={first.proposedName}
      submitLabel={t("security.goOn")}
      save={mutateAsync}
      onClose={onClose}
    />
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useMessages();
  const { id, version } = passkey;
  const { mutateAsync } = useAccountChange(
    (api, name: string) => api.patch<Passkey>(`/account/passkeys/${id}`, { name }, { version }),
    "security.passkeyRenamed",
  );
  return (
    <NameDialog
      title={t("security.renamePasskey")}
      name={passkey.name}
      submitLabel={t("ui.save")}
      save={mutateAsync}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  title: string;
  text?: string;
  name: string;
  submitLabel: string;
  save: (name: string) => Promise<Passkey>;
  onClose: () => void;
}

function NameDialog({ title, text, name, submitLabel, save, onClose }: NameDialogProps) {
  const { t } = useMessages();
  const label = t("security.passkeyName");
  const form = useServerForm({
    values: { name },
    save: ({ values }) => save(values.name.trim()),
    onSaved: onClose,
    check: ({ name }) => ({ name: name.trim() === "" && t("ui.required", { label }) }),
    fieldOf: (path) => path === "name" ? path : null,
    onError: () => {}, // the dialog displays the error
    guarded: false,
  });
  return (
    <FormDialog form={form} title={title} description={text} submitLabel={submitLabel} onClose={onClose}>
      <Rejection error={form.error} />
      <TextField
        name="name"
        label={label}
        help={t("security.passkeyNameHelp")}
        maxLength={accountLimits.passkeyName}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function Rejection({ error }: { error: unknown }) {
  const { t } = useMessages();
  if (!error || issueAt(error, "name")) return null;
  return <Callout tone="danger">{passkeyProblem(error, t, t("security.passkeyNotMade"))}</Callout>;
}
