import { useEffect, useState } from "react";

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
