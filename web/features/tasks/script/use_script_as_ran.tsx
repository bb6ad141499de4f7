import { type ReactNode, useState } from "react";
import type { Run } from "../../../../server/contract/runs.ts";
import type { RanScript } from "./script_as_ran.tsx";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";
import { useMay } from "../../../api/use_permissions.ts";

const ScriptAsRan = lazyDialog(() => import("./script_as_ran.tsx"));

/** Returns the text that a run executed; null when unknown. */
export function ranScript({ id, scriptPath, scriptVersionId }: Run): RanScript | null {
  if (scriptPath === null || scriptVersionId === null) return null;
  return { runId: id, path: scriptPath, versionId: scriptVersionId };
}

/** Returns a function that opens the text that a run executed, whether the person may read it, and its dialog. */
export function useScriptAsRan(): {
  show: (script: RanScript) => void;
  mayRead: boolean;
  dialog: ReactNode;
} {
  const [opened, setOpened] = useState<RanScript | null>(null);
  const dialog = opened && <ScriptAsRan script={opened} onClose={() => setOpened(null)} />;
  return { show: setOpened, mayRead: useMay("scripts:read"), dialog };
}
