import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { StepUpPrompt } from "../api/step_up_prompt.ts";

/** Asks the person who they are, in the gate's own dialog, whenever a request waits for it. */
export function StepUpHost(
  { barrier, dialog: Dialog }: {
    barrier: StepUpPrompt;
    dialog: (props: { onEnd: (isVisible: boolean) => void }) => ReactNode;
  },
) {
  const open = useSyncExternalStore(barrier.onChange, barrier.isOpen);
  if (!open) return null;
  return (
    <Suspense>
      <Dialog onEnd={barrier.settle} />
    </Suspense>
  );
}
