import { FileDiff, Settings2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { writeSide } from "../../../api/text_side.ts";
import { paths } from "../../../paths.ts";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { NameDialog } from "./name_dialog.tsx";
import type { ConfigActs } from "./use_config_actions.ts";

/** What can be done with the open configuration file besides editing it. */
export function ConfigActions(
  { path, actions, dirty, hasSample }: {
    path: string;
    actions: ConfigActs;
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
