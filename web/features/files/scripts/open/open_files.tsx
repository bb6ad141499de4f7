import { Suspense, useState } from "react";
import { Waiting } from "../../../../shared/page/page_frame.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm_dialog.tsx";
import { useMessages } from "../../../../messages/use_messages.tsx";
import type { SavedElsewhere } from "../../document/file_editor_props.ts";
import type { OpenTab } from "./open_tabs.ts";
import type { TabsHandle } from "./use_open_tabs.ts";
import { lazyPart } from "../../../../ui/feedback/lazy.tsx";

// The editor is by far the largest part; the tree need not wait for it.
const OneFile = lazyPart(() => import("./one_file.tsx"));

/** The editors of all open files that were looked at, one of them in sight: what is typed in the others stays. */
export function OpenFiles(
  { tabs, line, onFolder, onSaveAs }: {
    tabs: TabsHandle;
    /** The line to go to in the file that is shown. */
    line: number | null;
    onFolder: (path: string) => void;
    onSaveAs: (path: string, stored: SavedElsewhere) => void;
  },
) {
  const { state } = tabs;
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const visible = state.tabs.find(({ path }) => path === state.active);
  if (visible && !seen.has(visible.id)) setSeen(new Set([...seen, visible.id]));
  return state.tabs.filter(({ id }) => seen.has(id) || id === visible?.id).map((tab) => (
    <div key={tab.id} hidden={tab !== visible} className="min-h-0 flex-1">
      <Suspense fallback={<Waiting />}>
        <OneFile
          {...{ tab, tabs, onFolder, onSaveAs }}
          active={tab === visible}
          line={tab === visible ? line : null}
        />
      </Suspense>
    </div>
  ));
}

/** Asks before tabs with unsaved changes are closed. */
export function useCloseTabs(tabs: TabsHandle) {
  const { t } = useMessages();
  const [asked, setAsked] = useState<readonly OpenTab[] | null>(null);
  const closeAll = (closing: readonly OpenTab[]) => closing.forEach(({ path }) => tabs.close(path));
  const close = (closing: readonly OpenTab[]) => {
    if (closing.some(({ id }) => tabs.dirty.has(id))) setAsked(closing);
    else closeAll(closing);
  };
  const question = (
    <ConfirmDialog
      open={asked !== null}
      danger
      title={t("shell.leaveTitle")}
      text={t("shell.leaveQuestion")}
      confirmLabel={t("shell.leave")}
      cancelLabel={t("shell.stay")}
      onConfirm={() => closeAll(asked ?? [])}
      onClose={() => setAsked(null)}
    />
  );
  return { close, question };
}
