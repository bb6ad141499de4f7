import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PathResults } from "../../../../server/contract/files.ts";
import { fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type ReactNode, useState } from "react";
import { ApiProblem } from "../../../api/api_problem.ts";
import { FileDiff, Settings2 } from "lucide-react";
import { useLocation } from "wouter";
import { paths } from "../../../paths.ts";
import { writeSide } from "../../../api/text_side.ts";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";

/** Actions on whole configuration files. They throw, so that their dialogs can show why one failed. */
export interface ConfigFileActions {
  /** Creates a file; never replaces one. */
  create(path: string, content: string): Promise<void>;
  rename(path: string, to: string): Promise<void>;
  /** Deletes a file and offers to undo it. */
  remove(path: string): Promise<void>;
}

/** Returns the actions on whole configuration files. */
export function useConfigActions(): ConfigFileActions {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.files("config") });
  const create = useMutation({
    mutationFn: ({ path, content }: { path: string; content: string }) =>
      fileRequests(api, { area: "config", path }).save(content, "nothing"),
    async onSuccess(_, { path }) {
      await refresh();
      toast.message("success", t("files.configCreated", { name: path }));
    },
  });
  const rename = useMutation({
    async mutationFn({ path, to }: { path: string; to: string }) {
      const { results } = await api.post<PathResults>("/files/config/move", { items: [{ from: path, to }] });
      const rejected = results.find(({ ok }) => !ok)?.error;
      if (rejected) throw new Error(rejected.detail);
    },
    async onSuccess(_, { to }) {
      await refresh();
      toast.message("success", t("files.configRenamed", { name: to }));
    },
  });
  const restore = useMutation({
    mutationFn: ({ binId }: { binId: number; path: string }) =>
      api.post("/files/config/bin/restore", { ids: [binId] }),
    async onSuccess(_, { path }) {
      await refresh();
      toast.message("success", t("files.configDeletedUndone", { name: path }));
    },
    onError: toast.problem,
  });
  const remove = useMutation({
    mutationFn: (path: string) => api.delete<{ binId: number }>("/files/config/content", { query: { path } }),
    async onSuccess({ binId }, path) {
      await refresh();
      const undo = { label: t("ui.undo"), onSelect: () => restore.mutate({ binId, path }) };
      toast.notify("success", t("files.configDeleted", { name: path }), undefined, undo);
    },
  });
  return {
    async create(path, content) {
      await create.mutateAsync({ path, content });
    },
    rename: (path, to) => rename.mutateAsync({ path, to }),
    async remove(path) {
      await remove.mutateAsync(path);
    },
  };
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
  const toast = useToast();
  const [, navigate] = useLocation();
  const [renaming, setRenaming] = useState(false);
  const compare = () =>
    navigate(paths.diff(
      writeSide({ kind: "sample", name: path }),
      writeSide({ kind: "file", area: "config", path, versionId: null }),
    ));
  const rename = async (name: string) => {
    const to = path.slice(0, path.lastIndexOf("/") + 1) + name;
    if (to === path) return;
    await actions.rename(path, to);
    navigate(paths.config(to), { replace: true });
  };
  const remove = async () => {
    try {
      await actions.remove(path);
      navigate(paths.config(), { replace: true });
    } catch (error) {
      toast.problem(error);
    }
  };
  return (
    <>
      {hasSample && (
        <IconButton label={t("files.configCompareSample")} icon={<FileDiff size={16} />} onClick={compare} />
      )}
      <Menu
        entries={[
          ...(dirty ? [{ heading: t("files.configRenameDirty") }] : []),
          { label: t("files.configRename"), disabled: dirty, onSelect: () => setRenaming(true) },
          { label: t("ui.delete"), danger: true, disabled: dirty, onSelect: () => void remove() },
        ]}
      >
        <IconButton label={t("files.configManage")} icon={<Settings2 size={16} />} />
      </Menu>
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
