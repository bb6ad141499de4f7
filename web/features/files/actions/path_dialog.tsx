import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useMemo } from "react";
import type { FileEntry } from "../../../../server/contract/files.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { FileTree } from "../../../ui/data/tree/file_tree.tsx";
import { folderOf, foldersAbove, mayMove } from "../../../ui/data/tree/tree_rows.ts";
import { selectOnly, type TreeHandle, useTree } from "../../../ui/data/tree/use_tree.ts";
import { visibleName } from "../../../ui/data/visible_name.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useFormField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { type ServerForm, useServerForm } from "../../../ui/form/use_server_form.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { type PathResult, useScriptRequests } from "../api.ts";
import { freeName, joinPath, nameIssue, nameOf, splitName } from "../../../shared/files/file_paths.ts";
import { nameMessage } from "../../../shared/files/name_message.ts";
import { folderLevel, itemOf, type ScriptItem, scriptStyles } from "../tree/script_items.tsx";
import { useScriptActions } from "./script_actions.ts";

interface PathProps {
  path: string;
  onClose: () => void;
}

interface SaveAsProps extends PathProps {
  /** The text in the editor; null to copy the file on disk. */
  text: string | null;
  onDone: (path: string) => void;
}

interface MoveProps {
  items: readonly ScriptItem[];
  onClose: () => void;
}

type PathDialogProps =
  | { action: "rename" } & PathProps
  | { action: "saveAs" } & SaveAsProps
  | { action: "move" } & MoveProps;

/** Asks where a file or folder goes: renames it, saves it as another file, or moves several to a folder. */
export default function PathDialog(props: PathDialogProps) {
  if (props.action === "rename") return <RenameDialog {...props} />;
  return props.action === "saveAs" ? <SaveAsDialog {...props} /> : <MoveDialog {...props} />;
}

/** Renames or moves a file or folder. */
function RenameDialog({ path, onClose }: PathProps) {
  const { t } = useMessages();
  const { moveTo } = useScriptActions();
  const { tree, folder } = usePickedFolder(folderOf(path));
  const form = useNameForm({
    name: nameOf(path),
    label: t("files.newName"),
    async save(name) {
      const to = joinPath(folder, name);
      if (to === path) return true;
      const result = await moveTo(path, to);
      if (result === null) return false;
      requireSuccess(result, t("files.refusedOne"));
      return true;
    },
    onSaved: (done) => done && onClose(),
  });
  useLeaveGuard(form.methods.formState.isDirty);
  return (
    <NameAndFolder
      title={t("files.renameTitle")}
      label={t("files.newName")}
      submitLabel={t("files.rename")}
      {...{ path, form, tree, onClose }}
    />
  );
}

/** Saves a text as another file, or copies the file. */
function SaveAsDialog({ path, text, onClose, onDone }: SaveAsProps) {
  const { t } = useMessages();
  const requests = useScriptRequests();
  const { tree, folder } = usePickedFolder(folderOf(path));
  const form = useNameForm({
    name: freeName(nameOf(path), new Set()),
    label: t("files.fileName"),
    async save(name) {
      const to = joinPath(folder, name);
      if (text !== null) await requests.create({ path: to, content: text });
      else requireSuccess((await requests.copy([{ from: path, to }]))[0], t("files.refusedOne"));
      return to;
    },
    onSaved: onDone,
  });
  return (
    <NameAndFolder
      title={t("files.saveAsTitle")}
      label={t("files.fileName")}
      submitLabel={t("ui.save")}
      {...{ path, form, tree, onClose }}
    />
  );
}

/** Asks for a folder and moves items there. */
function MoveDialog({ items, onClose }: MoveProps) {
  const { t } = useMessages();
  const { move } = useScriptActions();
  const { tree, folder } = usePickedFolder(folderOf(items[0]?.path ?? ""));
  const { mutate, isPending } = useMutation({
    mutationFn: () => move(items, folder),
    onSuccess: (moved) => moved && onClose(),
  });
  return (
    <Dialog
      onClose={onClose}
      title={t("files.moveTitle", { count: items.length, name: items[0]?.name ?? "" })}
      onSubmit={() => mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={isPending} disabled={!mayMove(items, folder)}>
            {t("files.move")}
          </Button>
        </>
      }
    >
      <FolderPicker label={t("files.toFolder")} tree={tree} />
    </Dialog>
  );
}

interface NameAndFolderProps {
  title: string;
  /** The path shown below the title. */
  path: string;
  label: string;
  form: ServerForm<NameValues>;
  tree: TreeHandle;
  submitLabel: string;
  onClose: () => void;
}

/** Renders a dialog for a name and a folder; the name without its extension is preselected. */
function NameAndFolder({ path, label, tree, ...dialog }: NameAndFolderProps) {
  const { t } = useMessages();
  return (
    <FormDialog
      {...dialog}
      description={<span className="font-mono text-xs break-all">{visibleName(path)}</span>}
    >
      <NameField
        label={label}
        onFocus={(event) => event.target.setSelectionRange(0, splitName(event.target.value)[0].length)}
      />
      <FolderPicker label={t("files.parentFolder")} tree={tree} />
    </FormDialog>
  );
}

/** Renders the field for the name; reports a slash while it is typed. */
export function NameField(props: Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "error">) {
  const { t } = useMessages();
  const { value, onValue, error } = useFormField<string>("name", props);
  return (
    <TextField
      mono
      autoComplete="off"
      {...props}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      error={nameIssue(value) === "slash" ? t("files.nameSlash") : error}
    />
  );
}

interface NameValues {
  name: string;
}

/**
 * Returns the state of a form for a name. It has no guard, because closing a dialog of the page needs no confirmation;
 * dialogs that guard against leaving the page add one.
 */
export function useNameForm<R>(
  { name, label, save, onSaved }: {
    name: string;
    label: string;
    save: (name: string) => Promise<R>;
    onSaved: (result: R) => void;
  },
): ServerForm<NameValues> {
  const { t } = useMessages();
  const toast = useToast();
  const form = useServerForm({
    values: { name },
    save: ({ values }) => save(values.name.trim()),
    onSaved,
    check: ({ name }) => ({ name: nameMessage(name, label, t) }),
    fieldOf: () => "name",
    onError(error) {
      const message = nameProblem(error);
      if (message !== undefined) form.methods.setError("name", { type: "server", message });
      else if (!(error instanceof ApiProblem && error.issues.length > 0)) toast.problem(error);
    },
    guarded: false,
  });
  return form;
}

class PathRejectedError extends Error {
  override readonly name = "PathRejectedError";
}

/** Throws PathRejectedError when a path was rejected. */
function requireSuccess(result: PathResult | undefined, otherwise: string): void {
  if (!result?.ok) throw new PathRejectedError(result?.error?.detail ?? otherwise);
}

/** Returns the message of an error about the name that names no field. */
function nameProblem(error: unknown): string | undefined {
  if (error instanceof PathRejectedError) return error.message;
  return error instanceof ApiProblem && error.code === "already_exists" ? error.detail : undefined;
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
export function FolderPicker({ label, tree }: { label: string; tree: TreeHandle }) {
  const { t } = useMessages();
  const api = useApi();
  const level = useMemo(() => folderLevel(api), [api]);
  const styleOf = useMemo(() => scriptStyles(t), [t]);
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
        styleOf={styleOf}
        root={root}
      />
    </div>
  );
}
