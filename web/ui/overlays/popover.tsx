import * as Radix from "@radix-ui/react-popover";
import type { ReactElement, ReactNode } from "react";
import { leaveTakenFocus } from "./focus_back.tsx";
import { sheetProps } from "./sheet.ts";

/** Renders a small panel next to the button that opens it; traps the focus while it is open. */
export default function Popover(
  { label, trigger, open, onOpen, align = "start", children }: {
    /** Accessible name of the panel. */
    label: string;
    trigger: ReactElement;
    open: boolean;
    onOpen: (open: boolean) => void;
    align?: "start" | "end";
    children: ReactNode;
  },
) {
  return (
    <Radix.Root open={open} onOpenChange={onOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...sheetProps}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={focusMarked}
          onCloseAutoFocus={leaveTakenFocus}
          className="z-50 max-h-(--radix-popover-content-available-height) max-w-80 min-w-56 animate-drop overflow-auto rounded-md bg-raised shadow-float focus:outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the element marked with `data-autofocus`, if there is one, instead of the first control. */
function focusMarked(event: Event): void {
  const panel = event.currentTarget;
  const marked = panel instanceof HTMLElement && panel.querySelector<HTMLElement>("[data-autofocus]");
  if (!marked) return;
  event.preventDefault();
  marked.focus();
}
