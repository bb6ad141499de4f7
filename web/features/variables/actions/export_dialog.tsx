import { useState } from "react";
import type { TransferFormat, Variable, VariableExport } from "../../../../server/contract/variables.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** Asks in which form variables are to be written out, and whether with their secrets; null for all. */
export default function ExportDialog(
  { variables, onClose }: { variables: readonly Variable[] | null; onClose: () => void },
) {
  const { t } = useMessages();
  const [format, setFormat] = useState<TransferFormat>("json");
  const [secrets, setSecrets] = useState(false);
  const { download, busy } = useDownload(onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={variables === null
        ? t("variables.exportAll")
        : t("variables.exportSome", { count: variables.length })}
      onSubmit={() => void download({ format, secrets, ids: variables?.map(({ id }) => id) ?? null })}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t("variables.download")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t("variables.format")}
          value={format}
          onValue={setFormat}
          options={[{ value: "json", label: "JSON" }, { value: "env", label: ".env" }]}
          help={format === "json" ? t("variables.exportJsonHelp") : t("variables.exportEnvHelp")}
        />
        <Switch
          label={t("variables.exportSecrets")}
          help={t("variables.exportSecretsHelp")}
          checked={secrets}
          onChecked={setSecrets}
        />
        {secrets && <Callout tone="warning">{t("variables.exportWarning")}</Callout>}
      </div>
    </Dialog>
  );
}

function useDownload(onDone: () => void) {
  const api = useApi();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const download = async (request: VariableExport) => {
    setBusy(true);
    try {
      const response = await api.raw("POST", "/variables/export", { body: request });
      saveFile(await response.blob(), `variables.${request.format}`);
      onDone();
    } catch (error) {
      toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { download, busy };
}

function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
