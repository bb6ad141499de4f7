import { Slot } from "@radix-ui/react-slot";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useId,
  useRef,
  useState,
} from "react";
import { lazyPart } from "../feedback/lazy.tsx";
import type { MenuEntry } from "./menu_entries.ts";
import { sheetTriggerProps } from "./sheet.ts";

/** The open menu. Its code loads after the page is usable, or when a menu first opens. */
export const MenuPanel = lazyPart(() => import("./menu_panel.tsx"), {
  texts: "start",
  close: ({ onClose }) => onClose(),
});

/** Renders a menu that opens from its single child, a button. */
export function Menu(
  { entries, align = "end", open: isOpenAtFirst = false, children }: {
    /** A function is called when the menu opens and on each render while it is open. */
    entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
    align?: "start" | "end";
    open?: boolean;
    children: ReactNode;
  },
) {
  const button = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<"pointer" | "keyboard" | null>(isOpenAtFirst ? "pointer" : null);
  const buttonId = useId();
  const panelId = useId();
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    sheetTriggerProps.onPointerDown();
    if (!open) event.preventDefault(); // the menu takes the focus
    setOpen(open ? null : "pointer");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    setOpen(open && event.key !== "ArrowDown" ? null : "keyboard");
  };
  return (
    <>
      <Slot
        ref={button}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open ? panelId : undefined}
        data-state={open ? "open" : "closed"}
        {...{ onPointerDown, onKeyDown }}
      >
        {children}
      </Slot>
      {open && (
        <Suspense>
          <MenuPanel
            {...{ entries, align }}
            id={panelId}
            label={buttonId}
            anchor={button}
            byKeyboard={open === "keyboard"}
            onFocusBack={() => button.current?.focus()}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
