import { Callout } from "../../../ui/feedback/callout.tsx";
import { TextField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableBatch, useVariables } from "../api.ts";
import { readListState } from "../url_state.ts";

const everything = readListState("");

/** Renames several variables to one name. */
export default function RenameDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { t } = useMessages();
  const { data } = useVariables(everything);
  const { send } = useVariableBatch();
  const selected = data?.filter(({ id }) => ids.includes(id)) ?? [];
  const form = useServerForm({
    values: { name: "" },
    save: ({ values }) => send("rename", selected, { name: values.name.trim() }),
    onSaved: onClose,
    check: ({ name }) => ({
      name: name.trim() === "" && t("ui.required", { label: t("variables.name") }),
    }),
    guarded: false,
  });
  return (
    <FormDialog
      form={form}
      title={t("variables.renameTitle", { count: selected.length, name: selected[0]?.name ?? "" })}
      submitLabel={t("variables.rename")}
      canSubmit={selected.length > 0}
      onClose={onClose}
    >
      {data && selected.length === 0 && <Callout tone="warning">{t("variables.renameNone")}</Callout>}
      <TextField name="name" mono label={t("variables.newName")} help={t("variables.nameHelp")} />
      {selected.length > 0 && (
        <ul
          aria-label={t("variables.title")}
          className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md bg-sunken px-3 py-2"
        >
          {selected.map((one) => (
            <li key={one.id} className="truncate font-mono text-xs text-muted">{one.name}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
