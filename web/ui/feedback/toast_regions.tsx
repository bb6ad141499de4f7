import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { delay } from "../../api/live_events.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { IconButton } from "../buttons/icon_button.tsx";
import { type Toast, type ToastKind, toastMs, type ToastTone, useToastStore } from "./use_toast.tsx";

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleAlert };
const colours: Record<ToastTone, string> = {
  success: "text-success-text",
  info: "text-accent-text",
  warning: "text-warning-text",
  danger: "text-danger-text",
};

/**
 * Renders the two regions for messages and notifications; mount it once per page. They cover none of its actions: messages
 * lie over the middle of the header, notifications in the lower corner, above the pages of a list. On a phone both lie
 * above the bottom navigation.
 */
export function ToastRegions() {
  return createPortal(
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(76px+env(safe-area-inset-bottom))] z-60 flex flex-col gap-2 px-4 md:bottom-18 md:px-6">
      <Region kind="notification" className="items-center md:items-end" />
      <Region kind="message" className="items-center md:fixed md:inset-x-0 md:top-2 md:px-4" />
    </div>,
    document.body,
  );
}

function Region({ kind, className }: { kind: ToastKind; className: string }) {
  const store = useToastStore();
  const toasts = useSyncExternalStore(store.onChange, store.list).filter((toast) => toast.kind === kind);
  const [paused, setPaused] = useState(false);
  const close = useCallback((id: number) => store.remove(id), [store]);
  return (
    <div
      aria-live="polite"
      className={classNames("pointer-events-none flex flex-col gap-2", className)}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map((toast) => <ToastView key={toast.id} toast={toast} paused={paused} onClose={close} />)}
    </div>
  );
}

function ToastView(
  { toast, paused, onClose }: { toast: Toast; paused: boolean; onClose: (id: number) => void },
) {
  const { id, kind } = toast;
  useEffect(() => {
    if (!paused) return afterSeen(toastMs[kind], () => onClose(id));
  }, [paused, id, kind, onClose]);
  const Icon = icons[toast.tone];
  return (
    <div
      role={toast.tone === "danger" ? "alert" : "status"}
      className={classNames(
        "pointer-events-auto flex animate-drop items-start gap-2.5 rounded-md bg-raised text-sm shadow-float icon-stroke",
        kind === "message" ? "max-w-lg px-3 py-2" : "w-90 max-w-full rounded-lg p-4",
      )}
    >
      <Icon
        size={kind === "message" ? 16 : 18}
        aria-hidden
        className={classNames("mt-px shrink-0", colours[toast.tone])}
      />
      <div className="min-w-0 flex-1">
        <div className={classNames("break-words", kind === "notification" && "text-base font-medium")}>
          {toast.title}
        </div>
        {toast.text && <div className="mt-0.5 break-words whitespace-pre-line text-muted">{toast.text}</div>}
        {kind === "notification" && <ToastActionButton toast={toast} onClose={onClose} />}
      </div>
      {kind === "message"
        ? <ToastActionButton toast={toast} onClose={onClose} />
        : <CloseButton id={id} onClose={onClose} />}
    </div>
  );
}

function ToastActionButton({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const { action } = toast;
  if (!action) return null;
  const select = () => {
    onClose(toast.id);
    action.onSelect();
  };
  return (
    <button type="button" onClick={select} className="font-medium text-accent-text hover:underline">
      {action.label}
    </button>
  );
}

function CloseButton({ id, onClose }: { id: number; onClose: (id: number) => void }) {
  const { t } = useMessages();
  return (
    <IconButton
      size="small"
      tooltip={false}
      label={t("ui.close")}
      icon={<X size={14} />}
      onClick={() => onClose(id)}
      className="-me-1.5 -mt-1"
    />
  );
}

const SLICE_MS = 250;

interface SeenTimeWays {
  isHidden(): boolean;
  /** Runs a function after a delay; returns a function that cancels it. */
  delay(ms: number, run: () => void): () => void;
}

const page: SeenTimeWays = { isHidden: () => document.hidden, delay };

/**
 * Runs an action once the page has been visible for `ms` milliseconds; a page in the background, or on a sleeping
 * machine, does not count. Returns a function that cancels it.
 */
export function afterSeen(ms: number, action: () => void, ways: SeenTimeWays = page): () => void {
  let left = ms;
  // A slice counts once, however late its timer fires.
  const check = () => {
    if (!ways.isHidden()) left -= SLICE_MS;
    if (left <= 0) action();
    else cancel = ways.delay(SLICE_MS, check);
  };
  let cancel = ways.delay(SLICE_MS, check);
  return () => cancel();
}
