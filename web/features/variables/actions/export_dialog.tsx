import type { TransferFormat, Variable } from "../../../../server/contract/variables.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { SegmentedControl, Switch, useFormValues } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useIsAdministrator } from "../../../api/use_permissions.ts";

interface ExportValues {
  format: TransferFormat;
  secrets: boolean;
}

/** Downloads variables in a format, with or without their secrets; null for all variables. */
export default function ExportDialog(
  { variables, onClose }: { variables: readonly Variable[] | null; onClose: () => void },
) {
  const { t } = useMessages();
  const api = useApi();
  const form = useServerForm<ExportValues, Blob>({
    values: { format: "json", secrets: false },
    save: async ({ values }) => {
      const body = { ...values, ids: variables?.map(({ id }) => id) ?? null };
      const response = await api.raw("POST", "/variables/export", { body });
      const content = await response.blob();
      saveFile(content, `variables.${values.format}`);
      return content;
    },
    onSaved: onClose,
    guarded: false,
  });
  return (
    <FormDialog
      form={form}
      title={variables === null
        ? t("variables.exportAll")
        : t("variables.exportSome", { count: variables.length })}
      submitLabel={t("variables.download")}
      onClose={onClose}
    >
      <ExportFields />
    </FormDialog>
  );
}

function ExportFields() {
  const { t } = useMessages();
  const { format, secrets } = useFormValues<ExportValues>();
  const mayReveal = useIsAdministrator();
  return (
    <>
      <SegmentedControl
        name="format"
        label={t("variables.format")}
        options={[{ value: "json", label: "JSON" }, { value: "env", label: ".env" }]}
        help={t(format === "json" ? "variables.exportJsonHelp" : "variables.exportEnvHelp")}
      />
      {mayReveal && (
        <Switch
          name="secrets"
          label={t("variables.exportSecrets")}
          help={t("variables.exportSecretsHelp")}
        />
      )}
      {secrets && <Callout tone="warning">{t("variables.exportWarning")}</Callout>}
    </>
  );
}

function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
