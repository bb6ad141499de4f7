import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { ProofGate } from "../api/proof_gate.ts";

/** Asks the person who they are, in the gate's own dialog, whenever a request waits for it. */
export function GateHost(
  { gate, dialog: Dialog }: {
    gate: ProofGate;
    dialog: (props: { onEnd: (shown: boolean) => void }) => ReactNode;
  },
) {
  const open = useSyncExternalStore(gate.onChange, gate.isOpen);
  if (!open) return null;
  return (
    <Suspense>
      <Dialog onEnd={gate.settle} />
    </Suspense>
  );
}
