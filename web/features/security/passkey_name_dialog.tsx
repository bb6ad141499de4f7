import { useState } from "react";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { accountLimits } from "../../../server/contract/limits/account.ts";

interface NameDialogProps {
  title: string;
  text?: string;
  /** The proposed name. */
  first: string;
  confirmLabel: string;
  busy: boolean;
  nameIssue: string | undefined;
  /** An error that is not about the name. */
  error: string | undefined;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a passkey. */
export function PasskeyNameDialog(props: NameDialogProps) {
  const { title, text, first, confirmLabel, busy, nameIssue, error, onName, onClose } = props;
  const { t } = useMessages();
  const [name, setName] = useState(first);
  const [tried, setTried] = useState(false);
  const label = t("security.passkeyName");
  const missing = name.trim() === "" ? t("ui.required", { label }) : undefined;
  const submit = () => {
    setTried(true);
    if (!missing && !busy) onName(name.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{confirmLabel}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {error && <Callout tone="danger">{error}</Callout>}
        <TextField
          label={label}
          help={t("security.passkeyNameHelp")}
          value={name}
          error={tried ? missing ?? nameIssue : nameIssue}
          maxLength={accountLimits.passkeyName}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
