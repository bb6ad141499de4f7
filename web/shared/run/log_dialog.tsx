import { type ReactNode, useEffect, useState } from "react";
import { Dialog } from "../../ui/overlays/dialog.tsx";

/** Whether a log fills the window, and its toggle. */
export type FullScreen = ReturnType<typeof useFullScreen>;

export function LogDialog(
  { title, onClose, children }: {
    title: ReactNode;
    onClose: () => void;
    children: (fullScreen: FullScreen) => ReactNode;
  },
) {
  const fullScreen = useFullScreen();
  return (
    <Dialog onClose={onClose} size={fullScreen.on ? "screen" : "full"} flush title={title}>
      <div data-keeps-escape={fullScreen.on || undefined} className="flex h-full min-h-0 flex-col">
        {children(fullScreen)}
      </div>
    </Dialog>
  );
}

/** Fills the window, and the screen where the browser allows it; leaving one leaves the other. */
export function useFullScreen(): { on: boolean; toggle(): void } {
  const [on, setOn] = useState(false);
  useEffect(() => {
    if (!on) return;
    const follow = () => document.fullscreenElement || setOn(false);
    // Rejected in some frames and on some phones: then filling the window has to do.
    document.documentElement.requestFullscreen?.().catch(() => {});
    addEventListener("fullscreenchange", follow);
    return () => {
      removeEventListener("fullscreenchange", follow);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, [on]);
  return { on, toggle: () => setOn(!on) };
}
