import { X } from "../../../ui/icons/icons.ts";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { ContextMenu } from "../../../ui/overlays/context_menu.tsx";
import { FileIcon } from "../../../ui/data/tree/file_icon.tsx";
import { folderOf } from "../../../ui/data/tree/tree_rows.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { nameOf } from "../../../shared/files/file_paths.ts";
import type { OpenTab, TabsHandle } from "./open_tabs.ts";
import { visibleName } from "../../../ui/data/visible_name.ts";

/** Renders a tab for each open file; unsaved changes are marked with a dot. */
export function TabStrip(
  { tabs, start, onClose }: {
    tabs: TabsHandle;
    /** Rendered before the tabs. */
    start: ReactNode;
    onClose: (closing: readonly OpenTab[]) => void;
  },
) {
  const { t } = useMessages();
  const { state, dirty } = tabs;
  return (
    <div className="flex h-9 shrink-0 border-b border-line bg-sunken touch:h-11">
      {start}
      <nav
        aria-label={t("files.openFiles")}
        className="flex min-w-0 flex-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
      >
        {state.tabs.map((tab) => (
          <Tab
            key={tab.id}
            tab={tab}
            active={tab.path === state.active}
            dirty={dirty.has(tab.id)}
            // The folder distinguishes files with the same name.
            hint={state.tabs.some((one) => one !== tab && nameOf(one.path) === nameOf(tab.path))}
            onKeep={() => tabs.keep(tab.id)}
            onClose={() => onClose([tab])}
            onCloseOthers={() => onClose(state.tabs.filter((one) => one !== tab))}
            onCloseAll={() => onClose(state.tabs)}
          />
        ))}
      </nav>
    </div>
  );
}

interface TabProps {
  tab: OpenTab;
  active: boolean;
  dirty: boolean;
  hint: boolean;
  onKeep: () => void;
  onClose: () => void;
  onCloseOthers: () => void;
  onCloseAll: () => void;
}

function Tab({ tab, active, dirty, hint, onKeep, onClose, onCloseOthers, onCloseAll }: TabProps) {
  const { t } = useMessages();
  const { path, pinned } = tab;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) frame.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active]);
  const middle = (event: MouseEvent, action?: () => void) => {
    if (event.button !== 1) return;
    event.preventDefault();
    action?.();
  };
  return (
    <ContextMenu
      entries={[
        { label: t("ui.close"), shortcut: "Del", onSelect: onClose },
        { label: t("files.closeOthers"), onSelect: onCloseOthers },
        { label: t("files.closeAll"), onSelect: onCloseAll },
      ]}
    >
      <div
        ref={frame}
        onMouseDown={(event) => middle(event)}
        onAuxClick={(event) => middle(event, onClose)}
        className={classNames(
          "group relative flex max-w-56 shrink-0 items-center border-e border-line icon-stroke",
          active
            ? "bg-surface after:absolute after:inset-x-0 after:top-0 after:h-0.5 after:bg-accent"
            : "hover:bg-hover",
        )}
      >
        <Link
          href={paths.scripts(path)}
          aria-current={active ? "page" : undefined}
          aria-label={dirty ? t("files.tabUnsaved", { path }) : path}
          title={path}
          onDoubleClick={onKeep}
          onKeyDown={(event) => {
            if (event.key === "Delete") onClose();
          }}
          className={classNames(
            "flex h-full min-w-0 items-center gap-1.5 ps-3 pe-8 text-sm focus-visible:-outline-offset-2",
            active ? "text-text" : "text-muted",
            !pinned && "italic",
          )}
        >
          <span className="shrink-0 text-faint">
            <FileIcon name={path} />
          </span>
          <span className="truncate">{visibleName(nameOf(path))}</span>
          {hint && (
            <span className="max-w-24 shrink-0 truncate text-xs text-faint">{folderOf(path) || "/"}</span>
          )}
        </Link>
        <button
          type="button"
          aria-label={t("files.closeTab", { path })}
          onClick={onClose}
          className="absolute end-1 top-1/2 flex size-6 -translate-y-1/2 items-center justify-center rounded-sm text-muted hover:bg-neutral-soft hover:text-text focus-visible:-outline-offset-2"
        >
          {dirty && <span aria-hidden className="size-2 rounded-full bg-accent group-hover:hidden" />}
          <X
            size={14}
            className={classNames(
              dirty
                ? "hidden group-hover:block"
                : !active && "opacity-0 group-hover:opacity-100 touch:opacity-100",
            )}
          />
        </button>
      </div>
    </ContextMenu>
  );
}
