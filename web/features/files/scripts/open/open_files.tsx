import { Suspense, useState } from "react";
import { Waiting } from "../../../../shell/page_frame.tsx";
import { ConfirmDialog } from "../../../../ui/confirm_dialog.tsx";
import { useWords } from "../../../../words/use_words.tsx";
import type { KeptElsewhere } from "../../document/file_editor_props.ts";
import type { OpenTab } from "./open_tabs.ts";
import type { TabsHandle } from "./use_open_tabs.ts";
import { lazyPart } from "../../../../ui/lazy.tsx";

// The editor is by far the largest part; the tree need not wait for it.
const OneFile = lazyPart(() => import("./one_file.tsx"));

/** The editors of all open files that were looked at, one of them in sight: what is typed in the others stays. */
export function OpenFiles(
  { tabs, line, onFolder, onSaveAs }: {
    tabs: TabsHandle;
    /** The line to go to in the file that is shown. */
    line: number | null;
    onFolder: (path: string) => void;
    onSaveAs: (path: string, kept: KeptElsewhere) => void;
  },
) {
  const { state } = tabs;
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const shown = state.tabs.find(({ path }) => path === state.active);
  if (shown && !seen.has(shown.id)) setSeen(new Set([...seen, shown.id]));
  return state.tabs.filter(({ id }) => seen.has(id) || id === shown?.id).map((tab) => (
    <div key={tab.id} hidden={tab !== shown} className="min-h-0 flex-1">
      <Suspense fallback={<Waiting />}>
        <OneFile
          {...{ tab, tabs, onFolder, onSaveAs }}
          active={tab === shown}
          line={tab === shown ? line : null}
        />
      </Suspense>
    </div>
  ));
}

/** Asks before tabs with unsaved changes are closed. */
export function useCloseTabs(tabs: TabsHandle) {
  const { t } = useWords();
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
