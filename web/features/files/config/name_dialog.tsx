import { type ReactNode, useState } from "react";
import { ApiProblem } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** Asks for the name of a file; stays open with what the panel says when it refuses. */
export function NameDialog(
  { title, help, name: given = "", confirmLabel, onName, onClose }: {
    title: string;
    help?: ReactNode;
    name?: string;
    confirmLabel: string;
    onName: (name: string) => Promise<void>;
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const [name, setName] = useState(given);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const trimmed = name.trim();
    if (trimmed === "") return setError(t("files.configNameEmpty"));
    if (/[/\\]/.test(trimmed)) return setError(t("files.configNameSlash"));
    setBusy(true);
    try {
      await onName(trimmed);
      onClose();
    } catch (error) {
      setError(error instanceof ApiProblem ? error.detail : (error as Error).message); // nothing else is thrown
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{confirmLabel}</Button>
        </>
      }
    >
      <TextField
        mono
        label={t("files.configName")}
        help={help}
        error={error}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
