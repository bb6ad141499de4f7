import { Fragment, type ReactNode, useState } from "react";
import { ApiProblem } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { EmptyState } from "../feedback/empty_state.tsx";
import { ErrorState } from "../feedback/error_state.tsx";
import { Skeleton } from "../feedback/skeleton.tsx";
import { useDelayed } from "../feedback/use_delayed.ts";

interface WaitingProps {
  title: string;
  /** The texts when the object does not exist. */
  gone: { title: string; text: string };
  onClose: () => void;
}

interface LoadedFormProps<T> extends WaitingProps {
  /** The query of the object that the form starts with; null data when it does not exist. */
  query: { data: T | null | undefined; error: unknown; refetch: () => Promise<unknown> };
  /** Whether the form starts without an object. */
  isNew: boolean;
  /** Renders the form; `restart` restarts it with another version of the object. */
  children: (base: T | null, restart: (base: T) => void) => ReactNode;
}

/**
 * Renders a form once the object it starts with is loaded. The first loaded version is edited: later changes
 * by others are reported when the form is saved.
 */
export function LoadedForm<T>({ query, isNew, children, ...waiting }: LoadedFormProps<T>) {
  const { data, error, refetch } = query;
  const [base, setBase] = useState<T | null>(null);
  const [round, setRound] = useState(0);
  if (!isNew && !base && data) setBase(data);
  if (!isNew && !base) {
    const isGone = data === null || (error instanceof ApiProblem && error.status === 404);
    return <FormWaiting {...waiting} isGone={isGone} error={error} onRetry={() => void refetch()} />;
  }
  const restart = (base: T) => {
    setBase(base);
    setRound(round + 1);
  };
  return <Fragment key={round}>{children(base, restart)}</Fragment>;
}

function FormWaiting(
  { title, gone, isGone, error, onRetry, onClose }: WaitingProps & {
    isGone: boolean;
    error: unknown;
    onRetry: () => void;
  },
) {
  const { t } = useMessages();
  const isVisible = useDelayed(true);
  if (!error && !isGone && !isVisible) return null;
  return (
    <Dialog onClose={onClose} title={title}>
      {isGone
        ? <EmptyState {...gone} action={<Button onClick={onClose}>{t("ui.close")}</Button>} />
        : error
        ? <ErrorState error={error} onRetry={onRetry} />
        : <FormSkeleton />}
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
