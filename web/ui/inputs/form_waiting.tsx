import { ApiProblem } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { ErrorState } from "../feedback/error_state.tsx";
import { Skeleton } from "../feedback/skeleton.tsx";
import { useDelayed } from "../feedback/use_delayed.ts";

/** Renders the loading or error state of a form whose data is not available. */
export function FormWaiting(
  { title, gone, error, onRetry, onClose }: {
    title: string;
    /** The text when the object does not exist. */
    gone: { title: string; text: string };
    error: unknown;
    onRetry: () => void;
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const isVisible = useDelayed(true);
  const missing = error instanceof ApiProblem && error.status === 404;
  if (!error && !isVisible) return null;
  return (
    <Dialog open onClose={onClose} title={title}>
      {error
        ? <ErrorState error={error} {...(missing && gone)} onRetry={missing ? undefined : onRetry} />
        : <FormSkeleton />}
      {missing && (
        <div className="flex justify-center">
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </div>
      )}
    </Dialog>
  );
}

function FormSkeleton() {
  return (
    <div className="flex flex-col gap-6 py-2">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
