import { useState } from "react";
import type { BackupPart } from "../../../server/contract/automatic_backups.ts";
import { useGuardedClose } from "../../ui/leave/leave_guard.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { allParts, isPassphrase, NewPassphrase, PartsField } from "./backup_fields.tsx";
import { useMakeBackup } from "./use_backups.ts";

/** Asks for the parts of a backup and creates it. */
export default function MakeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const [parts, setParts] = useState<BackupPart[]>(["database", "scripts", "config", "history"]);
  const [encrypts, setEncrypts] = useState(false);
  const [typed, setTyped] = useState({ first: "", again: "" });
  const [tried, setTried] = useState(false);
  const [askClose, close] = useGuardedClose(encrypts && typed.first !== "", onClose);
  const { mutate, isPending } = useMakeBackup(close);
  const submit = () => {
    setTried(true);
    if (parts.length === 0 || (encrypts && !isPassphrase(typed))) return;
    mutate({ parts, ...(encrypts && { passphrase: typed.first }) });
  };
  return (
    <Dialog
      onClose={askClose}
      onSubmit={submit}
      title={t("backup.makeTitle")}
      description={t("backup.makeText")}
      footer={
        <>
          <Button onClick={askClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={isPending}>{t("backup.make")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <PartsField parts={allParts} chosen={parts} onChosen={setParts} />
        <Checkbox
          label={t("backup.passphraseOptional")}
          checked={encrypts}
          onChange={(event) => setEncrypts(event.target.checked)}
        />
        {encrypts && <NewPassphrase value={typed} tried={tried} onValue={setTyped} />}
        {parts.includes("database") && (
          <Callout>{t(encrypts ? "backup.withKey" : "backup.withoutKey")}</Callout>
        )}
      </div>
    </Dialog>
  );
}
