import * as Radix from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";

/** Provides a shared delay for all tooltips; mount it once around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={350} skipDelayDuration={200}>{children}</Radix.Provider>;
}

/** Shows a short text next to its single child on hover and focus; never put essential information only here. */
export function Tooltip(
  { text, side = "top", children }: {
    text: ReactNode;
    side?: "top" | "bottom" | "left" | "right";
    children: ReactNode;
  },
) {
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
