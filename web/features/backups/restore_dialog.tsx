import { useState } from "react";
import type { BackupPart } from "../../../server/contract/automatic_backups.ts";
import type { ArchiveContents, Backup } from "../../../server/contract/backups.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { ArchiveChoice } from "./archive_choice.tsx";
import { ContentsView } from "./contents_view.tsx";
import { OpenForm } from "./open_form.tsx";
import { useInspection } from "./use_inspection.ts";
import { useRestore } from "./use_restore.ts";

/** Shows what an archive holds and what it would replace, and restores it. */
export default function RestoreDialog({ backup, onClose }: { backup: Backup | null; onClose: () => void }) {
  const { t } = useMessages();
  const { check: style, send, open, again } = useInspection(backup);
  const [passphrase, setPassphrase] = useState<string>();
  if (style.phase !== "seen") {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t(backup ? "backup.inspectTitle" : "backup.upload")}
        description={backup ? undefined : t("backup.uploadHelp")}
        footer={<Button onClick={onClose}>{t("ui.cancel")}</Button>}
      >
        <ArchiveChoice check={style} onFile={send} onAgain={backup ? undefined : again} />
      </Dialog>
    );
  }
  const { inspection } = style;
  const source = backup ? { backupId: backup.id } : { inspectionId: inspection.inspectionId };
  if (inspection.contents === null) {
    const unlock = async (typed: string) => {
      await open(typed);
      setPassphrase(typed);
    };
    return <OpenForm onOpen={unlock} onClose={onClose} />;
  }
  const request = { ...source, ...(passphrase !== undefined && { passphrase }) };
  return <Contents contents={inspection.contents} request={request} onClose={onClose} />;
}

function Contents(
  { contents, request, onClose }: {
    contents: ArchiveContents;
    request: Parameters<ReturnType<typeof useRestore>>[0];
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const restore = useRestore();
  const [parts, setParts] = useState<BackupPart[]>(contents.parts.map(({ part }) => part));
  const [busy, setBusy] = useState(false);
  const submit = () => {
    if (parts.length === 0) return;
    setBusy(true);
    restore({ ...request, parts }).catch((error) => {
      // Told already; what is no refusal of the panel is a fault of the page.
      if (!(error instanceof ApiProblem)) throw error;
    }).finally(() => setBusy(false));
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      onSubmit={submit}
      title={t("backup.inspectTitle")}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="danger" loading={busy} disabled={parts.length === 0}>
            {t("backup.confirm")}
          </Button>
        </>
      }
    >
      <ContentsView contents={contents} chosen={parts} onChosen={setParts} />
    </Dialog>
  );
}
