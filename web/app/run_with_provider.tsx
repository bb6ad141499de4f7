import { type ReactNode, useState } from "react";
import { type AskedRun, AskRunContext } from "../shared/task/ask_run.ts";
import { lazyDialog } from "../ui/feedback/lazy.tsx";
import { BackCloses } from "../ui/leave/leave_guard.tsx";

const RunWithDialog = lazyDialog(() => import("../features/tasks/actions/run_with_dialog.tsx"));

/** Opens the form for a run over whichever page asks for it. */
export function RunWithProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<AskedRun | null>(null);
  return (
    <AskRunContext value={setAsked}>
      {children}
      <BackCloses>
        {asked && <RunWithDialog {...asked} onClose={() => setAsked(null)} />}
      </BackCloses>
    </AskRunContext>
  );
}
