import { Slot } from "@radix-ui/react-slot";
import {
  type ComponentType,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from "react";
import { loadChunk } from "../../load_chunk.ts";
import type { TooltipPanelProps } from "./tooltip_panel.tsx";

/** How long the pointer rests before a tooltip opens, in milliseconds. */
const DELAY_MS = 350;
/** For this time after one has closed, the next one opens at once. */
const NEXT_MS = 200;
/** The time that the pointer has to move from the element to its tooltip. */
const LEAVE_MS = 100;

let Panel: ComponentType<TooltipPanelProps> | null = null;

/** Loads the code of open tooltips. It is not needed before the page is usable. */
export async function loadTooltips(): Promise<void> {
  ({ default: Panel } = await loadChunk(() => import("./tooltip_panel.tsx")));
}

/** Closes the tooltip that is open; there is one at a time. */
let closeOpen: (() => void) | null = null;
let closedAt = -NEXT_MS;

/** Shows a short text next to its single child on hover and focus; never put essential information only here. */
export function Tooltip(
  { text, side = "top", children }: {
    text: ReactNode;
    side?: "top" | "bottom" | "left" | "right";
    children: ReactNode;
  },
) {
  const anchor = useRef<HTMLElement>(null);
  const id = useId();
  const { isOpen, close, triggerProps, panelProps } = useTooltip();
  if (!text) return <>{children}</>;
  return (
    <>
      <Slot ref={anchor} aria-describedby={isOpen && Panel ? id : undefined} {...triggerProps}>
        {children}
      </Slot>
      {isOpen && Panel && <Panel {...{ id, anchor, side, ...panelProps }} onClose={close}>{text}</Panel>}
    </>
  );
}

function useTooltip() {
  const [isOpen, setOpen] = useState(false);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const open = () => {
    clearTimeout(timer.current);
    setOpen(true);
    // Without its code there is no tooltip: nothing essential is missing.
    if (Panel === null) loadTooltips().then(renderAgain, () => undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    closeOpen?.();
    const closeThis = () => setOpen(false);
    closeOpen = closeThis;
    return () => {
      closedAt = performance.now();
      if (closeOpen === closeThis) closeOpen = null;
    };
  }, [isOpen]);
  const leave = () => after(LEAVE_MS, close);
  return {
    isOpen,
    close,
    triggerProps: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        // A finger presses, and rests on nothing.
        if (pointerType === "touch") return;
        isPressed.current = false;
        after(performance.now() - closedAt < NEXT_MS ? 0 : DELAY_MS, open);
      },
      onPointerLeave: leave,
      onPointerDown: () => {
        isPressed.current = true;
        close();
      },
      onFocus: ({ target }: FocusEvent) => {
        if (!isPressed.current && target.matches(":focus-visible")) open();
      },
      onBlur: () => {
        isPressed.current = false;
        close();
      },
    },
    panelProps: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: leave },
  };
}
