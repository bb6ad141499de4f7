import * as Popper from "@radix-ui/react-popper";
import { Portal } from "@radix-ui/react-portal";
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from "react";

export interface TooltipPanelProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  side: "top" | "bottom" | "left" | "right";
  children: ReactNode;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

export default function TooltipPanel(
  { id, anchor, side, children, onClose, ...pointer }: TooltipPanelProps,
) {
  const onScroll = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && target.contains(anchor.current)) onClose();
  });
  // Whatever else Escape closes, it closes too: a text that appears under a resting pointer must not take a key.
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === "Escape" && onClose());
  useEffect(() => {
    const scrolled = (event: Event) => onScroll(event);
    const pressed = (event: KeyboardEvent) => onKey(event);
    addEventListener("scroll", scrolled, { capture: true });
    addEventListener("keydown", pressed, { capture: true });
    return () => {
      removeEventListener("scroll", scrolled, { capture: true });
      removeEventListener("keydown", pressed, { capture: true });
    };
  }, []);
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor} />
      <Portal>
        <Popper.Content
          {...pointer}
          id={id}
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          // A modal dialog takes the pointer from everything outside it.
          className="pointer-events-auto z-50 max-w-80 animate-fade rounded-md bg-log-bg px-2 py-1 text-xs break-words whitespace-pre-line text-log-text shadow-float"
        >
          {children}
        </Popper.Content>
      </Portal>
    </Popper.Root>
  );
}
