import { FilePlus, FolderPlus, Upload } from "../../../ui/icons/icons.ts";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { hasFiles, takeDrop } from "../../../ui/data/tree/read_drop.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { joinPath, templateOf } from "../../../shared/files/file_paths.ts";
import { useFormField } from "../../../ui/form/fields.tsx";
import { FormProvider } from "react-hook-form";
import { FolderPicker, NameField, useNameForm, usePickedFolder } from "./path_dialog.tsx";
import { useScriptActions } from "./script_actions.ts";
import { useUploads } from "../upload/use_uploads.tsx";

type Kind = "file" | "folder" | "upload";

interface NewDialogProps {
  folder: string;
  onClose: () => void;
  onFile: (path: string) => void;
  onFolder: (path: string) => void;
}

/** Creates a file or folder, or uploads files. */
export default function NewDialog({ folder: start, onClose, onFile, onFolder }: NewDialogProps) {
  const { t } = useMessages();
  const { requests } = useScriptActions();
  const [kind, setKind] = useState<Kind>("file");
  const [template, setTemplate] = useState(true);
  const { tree, folder } = usePickedFolder(start);
  const form = useNameForm({
    name: "",
    label: kind === "folder" ? t("files.folderName") : t("files.fileName"),
    async save(name) {
      const path = joinPath(folder, name);
      if (kind === "folder") await requests.makeFolder(path);
      else await requests.create({ path, content: template ? templateOf(name) : "" });
      return path;
    },
    onSaved: kind === "folder" ? onFolder : onFile,
  });
  useLeaveGuard(form.methods.formState.isDirty && kind !== "upload"); // an upload needs no name
  return (
    <FormProvider {...form.methods}>
      <Dialog
        onClose={onClose}
        title={t("files.newTitle")}
        onSubmit={kind === "upload" ? undefined : form.submit}
        footer={
          <>
            <Button onClick={onClose}>{kind === "upload" ? t("ui.close") : t("ui.cancel")}</Button>
            {kind !== "upload" && (
              <Button type="submit" variant="primary" loading={form.isSubmitting}>{t("ui.create")}</Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <SegmentedControl
            label={t("files.kind")}
            value={kind}
            onValue={setKind}
            options={[
              { value: "file", label: t("files.kindFile"), icon: <FilePlus size={14} /> },
              { value: "folder", label: t("files.kindFolder"), icon: <FolderPlus size={14} /> },
              { value: "upload", label: t("files.upload"), icon: <Upload size={14} /> },
            ]}
          />
          {kind !== "upload" && <NewName {...{ kind, template, setTemplate }} />}
          <FolderPicker label={t("files.parentFolder")} tree={tree} />
          {kind === "upload" && <UploadTarget folder={folder} onAdded={onClose} />}
        </div>
      </Dialog>
    </FormProvider>
  );
}

function NewName(
  { kind, template, setTemplate }: {
    kind: "file" | "folder";
    template: boolean;
    setTemplate: (template: boolean) => void;
  },
) {
  const { t } = useMessages();
  const { value: name } = useFormField<string>("name");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Deferred, because the dialog focuses its first field, the type.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <>
      <NameField
        ref={field}
        label={kind === "file" ? t("files.fileName") : t("files.folderName")}
        placeholder={kind === "file" ? "hello.py" : undefined}
      />
      {kind === "file" && templateOf(name) !== "" && (
        <Checkbox
          className="-mt-2"
          label={t("files.withTemplate")}
          checked={template}
          onChange={(event) => setTemplate(event.target.checked)}
        />
      )}
    </>
  );
}

function UploadTarget({ folder, onAdded }: { folder: string; onAdded: () => void }) {
  const { t } = useMessages();
  const toast = useToast();
  const { add, pick } = useUploads();
  const [over, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void takeDrop(event.dataTransfer).then((files) => {
      add(files, folder);
      onAdded();
    }).catch(toast.problem);
  };
  const choose = (what: "files" | "folder") => () => {
    pick(folder, what);
    onAdded();
  };
  return (
    <div
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-6 text-center",
        over ? "border-accent bg-accent-soft" : "border-line-strong bg-sunken",
      )}
    >
      <p className="text-sm text-muted">{t("files.dropHere")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={choose("files")}>{t("files.uploadFiles")}</Button>
        <Button onClick={choose("folder")}>{t("files.uploadFolder")}</Button>
      </div>
    </div>
  );
}
