import { Button } from "../../../../ui/inputs/button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { TextField } from "../../../../ui/inputs/text_field.tsx";
import type { TreeHandle } from "../../../../ui/data/tree/use_tree.ts";
import { visibleName } from "../../../../ui/data/visible_name.ts";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { splitName } from "../file_paths.ts";
import { FolderPicker } from "../folder_picker.tsx";
import type { Naming } from "./use_naming.ts";

interface NameAndFolderProps {
  title: string;
  /** What the dialog is about. */
  path: string;
  label: string;
  naming: Naming;
  tree: TreeHandle;
  confirm: string;
  onSubmit: () => void;
  onClose: () => void;
}

/** Asks under which name and in which folder; of the name all but its ending is chosen, to be typed over. */
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
