import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { TextField, useFormValues } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../../ui/form/loaded_form.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { useDependency, useLoadDependency, useSaveDependency } from "../api.ts";
import type { UrlStateHandle } from "../url_state.ts";

/** Edits the version and the remarks of a package. */
export default function DependencyEdit({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  return (
    <LoadedForm
      isNew={false}
      query={useDependency(handle.urlState.id)}
      title={t("dependencies.editTitle")}
      gone={{ title: t("dependencies.gone"), text: "" }}
      onClose={handle.close}
    >
      {(base) => base && <EditForm base={base} onClose={handle.close} />}
    </LoadedForm>
  );
}

function EditForm({ base, onClose }: { base: Dependency; onClose: () => void }) {
  const { t } = useMessages();
  const form = useServerForm({
    values: { name: base.name, remarks: base.remarks },
    base,
    save: useSaveDependency(base).mutateAsync,
    loadCurrent: useLoadDependency(base.id),
    onSaved: onClose,
    check: ({ name }) => ({
      name: name.trim() === "" && t("ui.required", { label: t("dependencies.nameAndVersion") }),
    }),
  });
  return (
    <FormDialog
      form={form}
      title={t("dependencies.editTitle")}
      submitLabel={<SaveLabel before={base.name} />}
      stale={{ text: t("dependencies.stale") }}
      onClose={onClose}
    >
      <TextField
        name="name"
        mono
        autoFocus
        autoComplete="off"
        maxLength={300}
        label={t("dependencies.nameAndVersion")}
        help={t("dependencies.nameAndVersionHelp")}
      />
      <TextField name="remarks" label={t("dependencies.remarks")} optional maxLength={500} />
    </FormDialog>
  );
}

function SaveLabel({ before }: { before: string }) {
  const { t } = useMessages();
  const { name } = useFormValues<{ name: string }>();
  return name.trim() === before ? t("ui.save") : t("dependencies.saveAndInstall");
}
