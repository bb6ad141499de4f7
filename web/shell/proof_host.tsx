import { Suspense, useSyncExternalStore } from "react";
import type { ProofGate } from "../api/proof_gate.ts";
import { laterPart } from "./later_part.tsx";

const ProofDialog = laterPart(() => import("./proof_dialog.tsx"));

/** Asks the person who they are whenever a request waits for it. */
export function ProofHost({ gate }: { gate: ProofGate }) {
  const open = useSyncExternalStore(gate.onChange, gate.isOpen);
  if (!open) return null;
  return (
    <Suspense>
      <ProofDialog onEnd={gate.settle} />
    </Suspense>
  );
}
