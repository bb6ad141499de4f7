import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { StepUpPrompt } from "../api/step_up_prompt.ts";

/** Shows the prompt's dialog whenever a request waits for re-authentication. */
export function StepUpHost(
  { barrier, dialog: Dialog }: {
    barrier: StepUpPrompt;
    dialog: (props: { onEnd: (isProved: boolean) => void }) => ReactNode;
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
