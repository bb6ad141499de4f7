import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { BackupPart } from "../../../server/contract/automatic_backups.ts";
import type { ArchiveContents, Backup, RestoreBody } from "../../../server/contract/backups.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { ContentsView, type InspectionState, useInspection } from "./backup_contents.tsx";
import { useRestore } from "./use_backups.ts";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { Upload } from "../../ui/icons/icons.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";

/** Renders the contents of an archive and what it would replace, and restores it. */
export default function RestoreDialog({ backup, onClose }: { backup: Backup | null; onClose: () => void }) {
  const { t } = useMessages();
  const { state, send, open, again } = useInspection(backup);
  const [passphrase, setPassphrase] = useState<string>();
  if (state.phase !== "inspected") {
    return (
      <Dialog
        onClose={onClose}
        title={t(backup ? "backup.inspectTitle" : "backup.upload")}
        description={backup ? undefined : t("backup.uploadHelp")}
        footer={<Button onClick={onClose}>{t("ui.cancel")}</Button>}
      >
        <ArchiveChoice state={state} onFile={send} onAgain={backup ? undefined : again} />
      </Dialog>
    );
  }
  const { inspection } = state;
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
    request: RestoreBody;
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const { mutate: restore, isPending } = useRestore();
  const [parts, setParts] = useState<BackupPart[]>(contents.parts.map(({ part }) => part));
  const submit = () => {
    if (parts.length > 0) restore({ ...request, parts });
  };
  return (
    <Dialog
      size="wide"
      onClose={onClose}
      onSubmit={submit}
      title={t("backup.inspectTitle")}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="danger" loading={isPending} disabled={parts.length === 0}>
            {t("backup.confirm")}
          </Button>
        </>
      }
    >
      <ContentsView contents={contents} chosen={parts} onChosen={setParts} />
    </Dialog>
  );
}

function OpenForm(
  { onOpen, onClose }: { onOpen: (passphrase: string) => Promise<void>; onClose: () => void },
) {
  const { t } = useMessages();
  const [typed, setTyped] = useState("");
  const { mutate: open, isPending, error } = useMutation({ mutationFn: onOpen });
  const submit = () => {
    if (typed !== "") open(typed);
  };
  return (
    <Dialog
      onClose={onClose}
      onSubmit={submit}
      title={t("backup.openTitle")}
      description={t("backup.openText")}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={isPending}>{t("backup.open")}</Button>
        </>
      }
    >
      <PasswordField
        label={t("backup.passphrase")}
        autoComplete="off"
        value={typed}
        error={error instanceof ApiProblem ? error.detail : error?.message}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  );
}

/** Renders the selection and upload of an archive, or why it was rejected. */
function ArchiveChoice(
  { state, onFile, onAgain }: {
    state: Exclude<InspectionState, { phase: "inspected" }>;
    onFile: (file: File) => void;
    onAgain: (() => void) | undefined;
  },
) {
  const { t, format } = useMessages();
  switch (state.phase) {
    case "choosing":
      return <FileButton onFile={onFile} />;
    case "sending":
      return <Waiting text={`${t("ui.uploading")} ${format.percent(Math.floor(state.share * 100) / 100)}`} />;
    case "inspecting":
      return <Waiting text={t("backup.checking")} />;
    case "failed":
      return (
        <div className="flex flex-col items-start gap-4">
          <Callout tone="danger">
            {state.error instanceof ApiProblem
              ? (
                <>
                  <strong className="block font-medium">{state.error.title}</strong>
                  {state.error.detail}
                </>
              )
              : String(state.error)}
          </Callout>
          {onAgain && <Button onClick={onAgain}>{t("backup.chooseFile")}</Button>}
        </div>
      );
  }
  return state satisfies never;
}

function Waiting({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted tabular-nums">
      <Spinner size="small" />
      {text}
    </p>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button icon={<Upload />} onClick={() => input.current?.click()}>{t("backup.chooseFile")}</Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("backup.archive")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
