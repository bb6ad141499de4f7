import { useState } from "react";
import { issueAt } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { readListState } from "../url_state.ts";
import { useVariables } from "../use_variables.ts";
import { useSendAction } from "./use_send_action.ts";

const everything = readListState("");

/** Gives several variables one name. */
export default function RenameDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { t } = useMessages();
  const { data } = useVariables(everything);
  const chosen = data?.filter(({ id }) => ids.includes(id)) ?? [];
  const [name, setName] = useState("");
  const { rename, busy, error } = useRename(onClose);
  const [tried, setTried] = useState(false);
  const missing = tried && name.trim() === ""
    ? t("form.required", { label: t("variables.name") })
    : undefined;
  const submit = () => {
    setTried(true);
    if (!busy && name.trim() !== "") void rename(chosen, name.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t("variables.renameTitle", { count: chosen.length, name: chosen[0]?.name ?? "" })}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy} disabled={chosen.length === 0}>
            {t("variables.rename")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {data && chosen.length === 0 && <Callout tone="warning">{t("variables.renameNone")}</Callout>}
        <TextField
          mono
          label={t("variables.newName")}
          help={t("variables.nameHelp")}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={missing ?? issueAt(error, "name")}
        />
        {chosen.length > 0 && (
          <ul
            aria-label={t("variables.title")}
            className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md bg-sunken px-3 py-2"
          >
            {chosen.map((one) => (
              <li key={one.id} className="truncate font-mono text-xs text-muted">{one.name}</li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function useRename(onDone: () => void) {
  const send = useSendAction();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const rename = async (variables: Parameters<typeof send>[1], name: string) => {
    setBusy(true);
    try {
      await send("rename", variables, { name });
      onDone();
    } catch (error) {
      setError(error);
      if (!issueAt(error, "name")) toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { rename, busy, error };
}
