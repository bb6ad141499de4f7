import { PanelLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { SidePanel } from "../../../ui/overlays/side_panel.tsx";
import type { TreeHandle } from "../../../ui/data/tree/use_tree.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { WorkFrame } from "../../../ui/data/work_frame.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { SavedElsewhere } from "../document/file_editor_props.ts";
import { VisibleFolder } from "./open/visible_folder.tsx";
import { NothingOpen } from "./open/nothing_open.tsx";
import { OpenFiles, useCloseTabs } from "./open/open_files.tsx";
import { TabStrip } from "./open/tab_strip.tsx";
import type { TabsHandle } from "./open/use_open_tabs.ts";
import type { ScriptLocation } from "./script_location.ts";
import { ScriptSide } from "./side/script_side.tsx";
import { UploadPanel } from "./upload/upload_panel.tsx";

interface FrameProps {
  location: ScriptLocation;
  tabs: TabsHandle;
  tree: TreeHandle;
  onSaveAs: (path: string, stored: SavedElsewhere) => void;
}

/** The tree beside the open files; on a phone one of the two, and the tree slides over the file. */
export function Frame({ location: scriptLocation, tabs, tree, onSaveAs }: FrameProps) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const closing = useCloseTabs(tabs);
  const { active } = tabs.state;
  // What was picked in the drawer is to be seen.
  useEffect(() => setOpen(false), [active, scriptLocation.dialog, scriptLocation.line]);
  // A drawer that is closed would hide the files on their way, and what is asked of them.
  const drawer = narrow && active !== null;
  const side = <ScriptSide tree={tree} current={active} withUploads={!drawer} />;
  return (
    <WorkFrame>
      {narrow && !drawer
        ? (
          <section aria-label={t("files.scriptsTitle")} className="flex min-h-0 w-full flex-col">
            {side}
          </section>
        )
        : (
          <>
            <SidePanel label={t("files.scriptsTitle")} name="scripts" open={open} onOpen={setOpen}>
              {side}
            </SidePanel>
            <div className="flex min-w-0 flex-1 flex-col">
              {active === null &&
                (tabs.folder === null ? <NothingOpen /> : <VisibleFolder path={tabs.folder} />)}
              {active !== null && (
                <>
                  <TabStrip
                    tabs={tabs}
                    onClose={closing.close}
                    start={narrow && (
                      <IconButton
                        label={t("files.showTree")}
                        icon={<PanelLeft size={18} />}
                        tooltip={false}
                        className="rounded-none border-e border-line"
                        onClick={() => setOpen(true)}
                      />
                    )}
                  />
                  <OpenFiles
                    tabs={tabs}
                    line={scriptLocation.line}
                    onFolder={(path) => {
                      tree.expand(path);
                      tree.reveal(path);
                      setOpen(true);
                    }}
                    onSaveAs={onSaveAs}
                  />
                </>
              )}
              {drawer && <UploadPanel />}
            </div>
          </>
        )}
      {closing.question}
    </WorkFrame>
  );
}
