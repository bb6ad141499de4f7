import { X } from "../icons/icons.ts";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { IconButton } from "../buttons/icon_button.tsx";
import { useNarrow } from "../use_narrow.ts";
import { useShortcuts } from "../use_shortcuts.ts";
import { Dialog } from "./dialog.tsx";
import { ResizeEdge, useStoredWidth } from "./resize_edge.tsx";

const widths = { usual: 560, min: 360, max: 1000 };

interface PeekPanelProps {
  /** The accessible name of the panel. */
  label: string;
  /** The key under which this browser stores the width. */
  name: string;
  title: ReactNode;
  /** Buttons beside the close button. */
  actions?: ReactNode;
  onClose: () => void;
  /** Goes to the next (1) or previous (-1) item of the list, by arrow keys, J and K. */
  onStep: (by: 1 | -1) => void;
  /** Whether the page scrolls, and the panel stays in sight. */
  sticky?: boolean | undefined;
  children: ReactNode;
}

/**
 * Renders an item of a list in a panel at the end of the row that holds both, so that the list stays usable; it fills
 * the screen on a phone. Escape closes it.
 */
export function PeekPanel(props: PeekPanelProps) {
  return useNarrow() ? <PeekSheet {...props} /> : <WidePeek {...props} />;
}

function PeekSheet({ title, actions, onClose, children }: PeekPanelProps) {
  return (
    <Dialog onClose={onClose} size="full" flush title={title} footer={actions}>
      <div className="flex h-full min-h-0 flex-col">{children}</div>
    </Dialog>
  );
}

function WidePeek({ label, name, title, actions, onClose, onStep, sticky, children }: PeekPanelProps) {
  const { t } = useMessages();
  const [width, setWidth] = useStoredWidth(name, widths);
  const panel = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // What had the focus may belong to the item before: the next key would otherwise reach nothing.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) panel.current?.focus();
    hadFocus.current = false;
  });
  useShortcuts({
    // Something inside, such as a search, closes first.
    escape: () => document.querySelector("[data-keeps-escape]") || onClose(),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (!by || event.defaultPrevented || usesKey(event)) return;
    event.preventDefault();
    hadFocus.current = true;
    onStep(by);
  };
  return (
    <div
      className={classNames(
        "flex min-h-0 max-w-1/2 shrink-0 xl:max-w-[60%]",
        sticky && "sticky top-6 self-start md:h-[calc(100dvh-96px)]",
      )}
      style={{ width }}
    >
      <ResizeEdge side="start" {...{ label, width, widths }} onWidth={setWidth} />
      <section
        ref={panel}
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex min-h-0 min-w-0 flex-1 animate-fade flex-col rounded-e-md border border-s-0 border-line bg-surface focus:outline-none"
      >
        <header className="flex items-center gap-2 py-2.5 ps-4 pe-2.5">
          <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h2>
          <div className="flex shrink-0 items-center gap-1">
            {actions}
            <IconButton size="small" label={t("ui.close")} icon={<X />} onClick={onClose} />
          </div>
        </header>
        {children}
      </section>
    </div>
  );
}

const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Returns whether the focused element itself uses a key: text fields all of them, menus and scrolling areas the arrows. */
function usesKey({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return true;
  if (target.matches("input, textarea, select, [contenteditable]")) return true;
  if (!key.startsWith("Arrow")) return false;
  return target.matches("[aria-haspopup]") || target.scrollHeight > target.clientHeight;
}
