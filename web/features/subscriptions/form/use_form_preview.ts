import { useState } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useStartPreview } from "../actions/use_start_preview.ts";
import { changesBetween, type Draft, inputOf } from "./draft.ts";

interface PreviewParts {
  subscription: Subscription | null;
  start: Draft;
  /** Told what the panel refused. */
  onRejected: (error: unknown) => void;
}

/** Gives the way to preview what is typed, unsaved as it is; `run` is the preview that is shown. */
export function useFormPreview({ subscription, start, onRejected }: PreviewParts) {
  const startPreview = useStartPreview();
  const toast = useToast();
  const [starting, setStarting] = useState(false);
  const [run, setRun] = useState<number | null>(null);
  const begin = async (draft: Draft) => {
    setStarting(true);
    try {
      const body = subscription
        ? { id: subscription.id, input: changesBetween(start, draft) }
        : { input: inputOf(draft) };
      setRun(await startPreview(body));
      onRejected(null);
    } catch (error) {
      onRejected(error);
      const inFields = error instanceof ApiProblem && error.code === "validation_failed";
      if (!inFields) toast.problem(error);
    } finally {
      setStarting(false);
    }
  };
  return { start: begin, starting, run, close: () => setRun(null) };
}
