import type { ReactNode } from "react";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useFullScreen } from "../../ui/overlays/use_full_screen.ts";

/** Whether a log fills the window, and its toggle. */
export type FullScreen = ReturnType<typeof useFullScreen>;

/** Renders the dialog of a log. */
export function LogDialog(
  { title, onClose, children }: {
    title: ReactNode;
    onClose: () => void;
    children: (fullScreen: FullScreen) => ReactNode;
  },
) {
  const fullScreen = useFullScreen();
  return (
    <Dialog open onClose={onClose} size={fullScreen.on ? "screen" : "full"} flush title={title}>
      <div data-keeps-escape={fullScreen.on || undefined} className="flex h-full min-h-0 flex-col">
        {children(fullScreen)}
      </div>
    </Dialog>
  );
}
