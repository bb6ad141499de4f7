import { useState } from "react";
import { ApiProblem } from "../../api/api_problem.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Asks for the passphrase of an archive. */
export function OpenForm(
  { onOpen, onClose }: { onOpen: (passphrase: string) => Promise<void>; onClose: () => void },
) {
  const { t } = useMessages();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = () => {
    if (typed === "") return;
    setBusy(true);
    setError(undefined);
    onOpen(typed).catch((error) => {
      setError(error instanceof ApiProblem ? error.detail : String(error));
      setBusy(false);
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t("backup.openTitle")}
      description={t("backup.openText")}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t("backup.open")}</Button>
        </>
      }
    >
      <PasswordField
        label={t("backup.passphrase")}
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  );
}
