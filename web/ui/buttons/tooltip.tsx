import * as Radix from "@radix-ui/react-tooltip";
import {
  cloneElement,
  type DOMAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";

/** Provides a shared delay for all tooltips; mount it once around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={350} skipDelayDuration={200}>{children}</Radix.Provider>;
}

interface TooltipProps {
  text: ReactNode;
  side?: "top" | "bottom" | "left" | "right";
}

/** Shows a short text next to its single child on hover and focus; never put essential information only here. */
export function Tooltip({ text, side = "top", children }: TooltipProps & { children: ReactNode }) {
  if (!text) return <>{children}</>;
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-80 animate-fade rounded-md bg-log-bg px-2 py-1 text-xs break-words whitespace-pre-line text-log-text shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Like `Tooltip`, for a child that cannot have the focus, such as a text in a row. A tooltip has more parts than most rows,
 * so it is created when the pointer first enters the child.
 */
export function HoverTooltip(
  { children, ...tooltip }: TooltipProps & { children: ReactElement<DOMAttributes<HTMLElement>> },
) {
  const entered = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState(false);
  // The child is a new element then, which has not received the event that would open its tooltip.
  useEffect(() => {
    if (entered.current?.matches(":hover")) {
      entered.current.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" }));
    }
  }, [pointed]);
  if (!pointed) return cloneElement(children, { onPointerEnter: () => setPointed(true) });
  return <Tooltip {...tooltip}>{cloneElement(children, { ref: entered } as object)}</Tooltip>;
}
