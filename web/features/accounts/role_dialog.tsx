import type { AccountEntry } from "../../../server/contract/accounts.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../ui/form/use_server_form.ts";
import { useSaveRole } from "./api.ts";
import { RoleFields } from "./role_fields.tsx";
import { valuesOf } from "./role_values.ts";

/** Changes the role of an account over the list. */
export default function RoleDialog({ account, onClose }: { account: AccountEntry; onClose: () => void }) {
  const { t } = useMessages();
  const api = useApi();
  const form = useServerForm({
    values: valuesOf(account),
    base: account,
    save: useSaveRole(account).mutateAsync,
    onSaved: onClose,
    loadCurrent: async () => {
      const { items } = await api.get<{ items: AccountEntry[] }>("/accounts");
      const current = items.find(({ id }) => id === account.id);
      if (!current) throw new Error(t("accounts.gone"));
      return current;
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("accounts.changeTitle", { name: account.username })}
      submitLabel={t("ui.save")}
      stale={{ text: t("accounts.stale") }}
      onClose={onClose}
    >
      <RoleFields />
    </FormDialog>
  );
}
