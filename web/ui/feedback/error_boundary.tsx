import { Component, type ReactNode, useState } from "react";
import { RotateCw, TriangleAlert } from "../icons/icons.ts";
import { isLoadError } from "../../load_chunk.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { ErrorState } from "./error_state.tsx";
import { IconButton } from "../buttons/icon_button.tsx";

/** A caught error, passed to the fallback. */
export interface Failure {
  error: unknown;
  /** Renders the children again. */
  reset: () => void;
}

interface ErrorBoundaryProps {
  /** Renders the children again when it changes. */
  resetKey?: unknown;
  /** Rendered instead of the children. */
  fallback: (failure: Failure) => ReactNode;
  /** Called before the children render again, and when they unmount after an error. */
  onReset?: () => void;
  children: ReactNode;
}

/** Keeps an error in its children from breaking the rest of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.#reset();
  }

  override componentWillUnmount() {
    if (this.state.failed) this.props.onReset?.();
  }

  override render() {
    const { error, failed } = this.state;
    return failed ? this.props.fallback({ error, reset: this.#reset }) : this.props.children;
  }

  #reset = () => {
    this.props.onReset?.();
    this.setState({ failed: false });
  };
}

/** Replaces a whole page that failed or did not load. */
export function BrokenPage({ error }: { error: unknown }) {
  const { t } = useMessages();
  const notLoaded = isLoadError(error);
  return (
    <ErrorState
      error={error}
      title={notLoaded ? t("app.chunkFailed") : t("app.crashed")}
      text={notLoaded ? t("app.chunkFailedHelp") : t("app.crashedHelp")}
      onRetry={reload}
      retryLabel={t("ui.reload")}
    />
  );
}

/** Replaces a part of a page that failed; an overlay can be closed. */
export function BrokenPart(
  { error, onClose, small }: {
    error: unknown;
    onClose?: (() => void) | undefined;
    small?: boolean | undefined;
  },
) {
  if (onClose) return <BrokenOverlay error={error} onClose={onClose} />;
  return small ? <BrokenIcon error={error} /> : <BrokenLine error={error} />;
}

function BrokenIcon({ error }: { error: unknown }) {
  const { t } = useMessages();
  return (
    <IconButton
      label={`${t(titleOf(error))} · ${t("ui.reload")}`}
      icon={<TriangleAlert className="text-warning-text" />}
      onClick={reload}
    />
  );
}

function BrokenLine({ error }: { error: unknown }) {
  const { t } = useMessages();
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-2 text-sm text-danger-text">
      {t(titleOf(error))}
      <button type="button" onClick={reload} className="font-medium text-accent-text hover:underline">
        {t("ui.reload")}
      </button>
    </p>
  );
}

// Rendered in place, not in a portal: the keyboard reaches only what is inside an open dialog.
function BrokenOverlay({ error, onClose }: { error: unknown; onClose: () => void }) {
  const { t } = useMessages();
  const [before] = useState(() => document.activeElement);
  const close = () => {
    onClose();
    if (before instanceof HTMLElement) before.focus();
  };
  return (
    <div
      role="alert"
      onKeyDown={(event) => event.key === "Escape" && close()}
      className="pointer-events-auto fixed inset-x-4 top-28 z-60 mx-auto flex max-w-md animate-rise flex-col gap-1.5 rounded-lg bg-raised p-4 text-sm shadow-float"
    >
      <p className="text-base font-medium">{t(titleOf(error))}</p>
      <p className="text-muted">{isLoadError(error) ? t("ui.partNotLoadedHelp") : String(error)}</p>
      <div className="mt-2 flex justify-end gap-2">
        <Button autoFocus onClick={close}>{t("ui.close")}</Button>
        <Button variant="primary" icon={<RotateCw size={14} />} onClick={reload}>{t("ui.reload")}</Button>
      </div>
    </div>
  );
}

function titleOf(error: unknown) {
  return isLoadError(error) ? "ui.partNotLoaded" as const : "ui.partBroken" as const;
}

// Reloads the whole page, not the part: after an update of the panel the chunk has another name. The browser asks first when
// there are unsaved changes.
function reload(): void {
  location.reload();
}
