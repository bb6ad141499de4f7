import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { TextField } from "../../../../ui/text_field.tsx";
import type { TreeHandle } from "../../../../ui/tree/use_tree.ts";
import { useWords } from "../../../../words/use_words.tsx";
import { splitName } from "../file_paths.ts";
import { FolderPicker } from "../folder_picker.tsx";
import { visibleName } from "../../../../ui/visible_name.ts";

interface NameAndFolderProps {
  title: string;
  /** What the dialog is about. */
  path: string;
  label: string;
  name: string;
  fault: string | undefined;
  /** Told at each key, with what is wrong already. */
  onName: (name: string, fault: string | undefined) => void;
  tree: TreeHandle;
  confirm: string;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** Asks under which name and in which folder; of the name all but its ending is chosen, to be typed over. */
export function NameAndFolder(props: NameAndFolderProps) {
  const { t } = useWords();
  const { name, onName, onSubmit, onClose } = props;
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
          <Button type="submit" variant="primary" loading={props.busy}>{props.confirm}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TextField
          mono
          label={props.label}
          value={name}
          onChange={({ target: { value } }) =>
            onName(value, value.includes("/") ? t("files.nameSlash") : undefined)}
          onFocus={(event) => event.target.setSelectionRange(0, splitName(name)[0].length)}
          error={props.fault}
          autoComplete="off"
        />
        <FolderPicker label={t("files.parentFolder")} tree={props.tree} />
      </div>
    </Dialog>
  );
}
