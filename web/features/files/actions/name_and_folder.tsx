import { Button } from "../../../ui/inputs/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { selectOnly, type TreeHandle, useTree } from "../../../ui/data/tree/use_tree.ts";
import { visibleName } from "../../../ui/data/visible_name.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { nameIssue, splitName } from "../file_paths.ts";
import { useEffect, useMemo, useState } from "react";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { ApiProblem } from "../../../api/api_problem.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import type { FileEntry } from "../../../../server/contract/files.ts";
import { useApi } from "../../../api/use_api.tsx";
import { FileTree } from "../../../ui/data/tree/file_tree.tsx";
import { foldersAbove } from "../../../ui/data/tree/tree_rows.ts";
import { folderLevel, itemOf, type ScriptItem, styleOf } from "../tree/script_items.tsx";

interface NameAndFolderProps {
  title: string;
  /** The path shown below the title. */
  path: string;
  label: string;
  naming: Naming;
  tree: TreeHandle;
  confirm: string;
  onSubmit: () => void;
  onClose: () => void;
}

/** Renders a dialog for a name and a folder; the name without its extension is preselected. */
export function NameAndFolder(props: NameAndFolderProps) {
  const { t } = useMessages();
  const { naming: { name, type, fault: error, busy }, onSubmit, onClose } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      title={props.title}
      description={<span className="font-mono text-xs break-all">{visibleName(props.path)}</span>}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{props.confirm}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TextField
          mono
          label={props.label}
          value={name}
          onChange={({ target }) => type(target.value)}
          onFocus={(event) => event.target.setSelectionRange(0, splitName(name)[0].length)}
          error={error}
          autoComplete="off"
        />
        <FolderPicker label={t("files.parentFolder")} tree={props.tree} />
      </div>
    </Dialog>
  );
}

type Naming = ReturnType<typeof useNaming>;

/** Manages the name in a dialog and its error. */
export function useNaming(start: string) {
  const { t } = useMessages();
  const toast = useToast();
  const [name, setName] = useState(start);
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const type = (typed: string) => {
    setName(typed);
    setError(typed.includes("/") ? t("files.nameSlash") : undefined);
  };
  /** Calls `action` with a valid name; the action resolves to an error message when it was rejected. */
  const take = async (action: (name: string) => Promise<string | void>) => {
    const wrong = nameIssueMessage(name);
    if (wrong) return setError(t(wrong));
    setBusy(true);
    try {
      const rejected = await action(name.trim());
      if (rejected) setError(rejected);
    } catch (error) {
      const known = nameProblem(error);
      if (known) setError(known);
      else toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { name, type, fault: error, busy, take };
}

const messages = {
  required: "files.nameRequired",
  slash: "files.nameSlash",
  dots: "files.nameDots",
} as const satisfies Record<string, MessageKey>;

/** Returns the message for an invalid name; undefined for a valid one. */
function nameIssueMessage(name: string): MessageKey | undefined {
  const error = nameIssue(name);
  return error === null ? undefined : messages[error];
}

/** Returns the server's message about a name; undefined when the error is about something else. */
function nameProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const [issue] = error.issues;
  if (issue) return issue.message;
  return error.code === "already_exists" ? error.detail : undefined;
}

const nothingKnown: FileEntry = {
  name: "",
  path: "",
  kind: "folder",
  size: null,
  modifiedAt: null,
  special: null,
  link: null,
};

/** Manages the selected folder; the folders above it are expanded. */
export function usePickedFolder(start: string): { tree: TreeHandle; folder: string } {
  const tree = useTree({ start: foldersAbove(start) });
  useEffect(() => start === "" ? tree.setSelection(selectOnly("")) : tree.reveal(start), []);
  const [folder = start] = tree.selection.selected;
  return { tree, folder };
}

/** Renders a small tree to select a folder of the scripts, or their root. */
export function FolderPicker(
  { label, tree, help }: { label: string; tree: TreeHandle; help?: string | undefined },
) {
  const { t } = useMessages();
  const api = useApi();
  const level = useMemo(() => folderLevel(api), [api]);
  const check = useMemo(() => styleOf(t), [t]);
  const root = useMemo((): ScriptItem => ({ ...itemOf(nothingKnown), name: t("files.top") }), [t]);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <FileTree
        picking
        className="h-44 rounded-md border border-line-strong bg-surface py-1"
        label={label}
        tree={tree}
        level={level}
        check={check}
        root={root}
      />
      {help && <span className="text-xs text-muted">{help}</span>}
    </div>
  );
}
