import type { PathResults } from "../../../../server/contract/files.ts";
import { fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type ReactNode, useState } from "react";
import { ApiProblem } from "../../../api/api_problem.ts";
import { FileDiff, Settings2 } from "../../../ui/icons/icons.ts";
import { useLocation } from "wouter";
import { paths } from "../../../paths.ts";
import { writeSide } from "../../../api/text_side.ts";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { TextField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { useAction, useChange } from "../../../shared/actions/use_action.ts";
import { useMay } from "../../../api/use_permissions.ts";

/** Actions on whole configuration files. They throw, so that their dialogs can show why one failed. */
export type ConfigFileActions = ReturnType<typeof useConfigActions>;

export function useConfigActions() {
  const toast = useToast();
  const { t } = useMessages();
  const refresh = { invalidates: [queryKeys.files("config")], waits: true };
  /** Creates a file; never replaces one. */
  const create = useChange({
    ...refresh,
    send: (api, { path, content }: { path: string; content: string }) =>
      fileRequests(api, { area: "config", path }).save(content, "nothing"),
    done: (_, { path }) => t("files.configCreated", { name: path }),
  });
  const rename = useChange({
    ...refresh,
    async send(api, { path, to }: { path: string; to: string }) {
      const { results } = await api.post<PathResults>("/files/config/move", { items: [{ from: path, to }] });
      const rejected = results.find(({ ok }) => !ok)?.error;
      if (rejected) throw new Error(rejected.detail);
    },
    done: (_, { to }) => t("files.configRenamed", { name: to }),
  });
  const restore = useAction({
    ...refresh,
    send: (api, { binId }: { binId: number; path: string }) =>
      api.post("/files/config/bin/restore", { ids: [binId] }),
    done: (_, { path }) => t("files.configDeletedUndone", { name: path }),
  });
  /** Deletes a file and offers to undo it. */
  const remove = useAction({
    ...refresh,
    async send(api, path: string) {
      const { binId } = await api.delete<{ binId: number }>("/files/config/content", { query: { path } });
      const undo = { label: t("ui.undo"), onSelect: () => restore.mutate({ binId, path }) };
      toast.notify("success", t("files.configDeleted", { name: path }), undefined, undo);
    },
  });
  return { create, rename, remove };
}

/** Buttons for actions on the open configuration file: compare, rename, delete. */
export function ConfigActions(
  { path, actions, dirty, hasSample }: {
    path: string;
    actions: ConfigFileActions;
    dirty: boolean;
    hasSample: boolean;
  },
) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const [renaming, setRenaming] = useState(false);
  const mayWrite = useMay("config:write");
  const compare = () =>
    navigate(paths.diff(
      writeSide({ kind: "sample", name: path }),
      writeSide({ kind: "file", area: "config", path, versionId: null }),
    ));
  const rename = async (name: string) => {
    const to = path.slice(0, path.lastIndexOf("/") + 1) + name;
    if (to === path) return;
    await actions.rename.mutateAsync({ path, to });
    navigate(paths.config(to), { replace: true });
  };
  const remove = () =>
    actions.remove.mutate(path, { onSuccess: () => navigate(paths.config(), { replace: true }) });
  return (
    <>
      {hasSample && (
        <IconButton label={t("files.configCompareSample")} icon={<FileDiff />} onClick={compare} />
      )}
      {mayWrite && (
        <Menu
          entries={[
            ...(dirty ? [{ heading: t("files.configRenameDirty") }] : []),
            { label: t("files.configRename"), disabled: dirty, onSelect: () => setRenaming(true) },
            { label: t("ui.delete"), danger: true, disabled: dirty, onSelect: remove },
          ]}
        >
          <IconButton label={t("files.configManage")} icon={<Settings2 />} />
        </Menu>
      )}
      {renaming && (
        <NameDialog
          title={t("files.configRenameTitle", { name: path })}
          name={path.slice(path.lastIndexOf("/") + 1)}
          confirmLabel={t("files.configRename")}
          onName={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}

/** Asks for a file name; stays open and shows the error when the action fails. */
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
  const form = useServerForm({
    values: { name: given },
    save: ({ values }) => onName(values.name.trim()),
    onSaved: onClose,
    check: ({ name }) => ({
      name: name.trim() === ""
        ? t("files.configNameEmpty")
        : /[/\\]/.test(name) && t("files.configNameSlash"),
    }),
    fieldOf: () => null, // the detail is shown instead
    onError(error) {
      const message = error instanceof ApiProblem ? error.detail : (error as Error).message; // nothing else is thrown
      form.methods.setError("name", { type: "server", message });
    },
    guarded: false,
  });
  return (
    <FormDialog form={form} title={title} submitLabel={confirmLabel} onClose={onClose}>
      <TextField mono name="name" label={t("files.configName")} help={help} />
    </FormDialog>
  );
}
