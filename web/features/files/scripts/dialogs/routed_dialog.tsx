import { type ReactNode, useCallback, useRef } from "react";
import { useLocation } from "wouter";
import { paths } from "../../../../paths.ts";
import type { TreeHandle } from "../../../../ui/data/tree/use_tree.ts";
import type { TabsHandle } from "../open/use_open_tabs.ts";
import type { ScriptLocation } from "../script_location.ts";
import type { SavedElsewhere } from "../../document/file_editor_props.ts";
import { SaveAsPart } from "./save_as_part.tsx";
import { lazyDialog } from "../../../../ui/feedback/lazy.tsx";

const NewDialog = lazyDialog(() => import("./new_dialog.tsx"));
const RenameDialog = lazyDialog(() => import("./rename_dialog.tsx"));
const SettingsDialog = lazyDialog(() => import("./settings_dialog.tsx"));
const TrashDialog = lazyDialog(() => import("./trash_dialog.tsx"));

/** The dialog that the address names. */
export function RoutedDialog(
  { location: scriptLocation, tabs, tree, unsaved }: {
    location: ScriptLocation;
    tabs: TabsHandle;
    tree: TreeHandle;
    unsaved: (SavedElsewhere & { path: string }) | null;
  },
): ReactNode {
  const { dialog, subject } = scriptLocation;
  const close = useCloseDialog(tabs);
  if (dialog === "new") {
    return (
      <NewDialog
        key={subject}
        folder={subject}
        onClose={close}
        onFile={(path) => tabs.open(path, { kept: true, fresh: true, replace: true })}
        onFolder={(path) => {
          close();
          tree.reveal(path);
        }}
      />
    );
  }
  if (dialog === "rename") {
    return <RenameDialog key={subject} path={subject} onClose={close} onDone={close} />;
  }
  if (dialog === "saveAs") {
    return (
      <SaveAsPart
        key={subject}
        path={subject}
        text={unsaved?.path === subject ? unsaved.text : null}
        onClose={close}
        onDone={(path) => {
          if (unsaved?.path === subject) unsaved.putBack();
          tabs.open(path, { kept: true, fresh: true, replace: true });
        }}
      />
    );
  }
  if (dialog === "settings") return <SettingsDialog onClose={close} />;
  return dialog === "bin" ? <TrashDialog onClose={close} /> : null;
}

/** Back to where the dialog was opened, or to the page it lies over. */
function useCloseDialog({ state }: TabsHandle): () => void {
  const [, navigate] = useLocation();
  const active = useRef(state.active);
  active.current = state.active;
  return useCallback(() => {
    if (history.state?.over) return history.back();
    navigate(paths.scripts(active.current ?? undefined), { replace: true });
  }, [navigate]);
}
