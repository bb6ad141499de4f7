import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "../icons/icons.ts";
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { delay } from "../../api/live_events.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { IconButton } from "../buttons/icon_button.tsx";
import { useNarrow } from "../use_narrow.ts";
import { type Toast, type ToastKind, type ToastTone, useToastStore, visibleMs } from "./use_toast.tsx";

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleAlert };
const colours: Record<ToastTone, string> = {
  success: "text-success-text",
  info: "text-accent-text",
  warning: "text-warning-text",
  danger: "text-danger-text",
};

/**
 * Renders the two regions for messages and notifications; mount it once per page. They cover none of its actions: messages
 * lie over the middle of the header. Notifications lie at the top right, 24 px from both edges, and are not higher than the
 * header and the space below it until the user points at them; with an open dialog, they are one line at the top left, above
 * its title. On a phone both lie above the bottom navigation; with an open sheet, at the top, beside its close button.
 *
 * `body:has()` inside `:not()` would make the browser compute the styles of the whole page anew for every row that a
 * list adds; here it concerns these regions only.
 */
export function ToastRegions() {
  return createPortal(
    <div
      className={classNames(
        "pointer-events-none z-60 flex flex-col gap-2 max-md:fixed max-md:inset-x-0 max-md:ps-4",
        "max-md:bottom-[calc(76px+env(safe-area-inset-bottom))] max-md:pe-4",
        "max-md:in-[body:has(>[data-dialog],>*>[data-sheet],>[role=alertdialog])]:bottom-auto",
        "max-md:in-[body:has(>[data-dialog],>*>[data-sheet],>[role=alertdialog])]:top-[max(8px,env(safe-area-inset-top))]",
        "max-md:in-[body:has(>[data-dialog],>*>[data-sheet],>[role=alertdialog])]:pe-16",
      )}
    >
      <Notifications />
      <Messages />
    </div>,
    document.body,
  );
}

function useToasts(kind: ToastKind) {
  const store = useToastStore();
  const toasts = useSyncExternalStore(store.onChange, store.list).filter((toast) => toast.kind === kind);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = pointed || focused;
  // A removed element reports neither that the focus nor that the pointer has left it.
  const close = useCallback((id: number) => {
    store.remove(id);
    setFocused(false);
    setPointed(false);
  }, [store]);
  const region = {
    "aria-live": "polite",
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  } as const;
  return { toasts, paused: paused && toasts.length > 0, close, region };
}

function Messages() {
  const { toasts, paused, close, region } = useToasts("message");
  return (
    <div
      {...region}
      className="pointer-events-none flex flex-col items-center gap-2 md:fixed md:inset-x-0 md:top-2 md:z-60 md:px-4"
    >
      {toasts.map((toast) => (
        <ToastBox
          key={toast.id}
          toast={toast}
          paused={paused}
          onClose={close}
          className="max-w-lg items-start px-3 py-2"
        >
          <div className="min-w-0 flex-1 break-words">{toast.title}</div>
          <ToastActionButton toast={toast} onClose={close} />
        </ToastBox>
      ))}
    </div>
  );
}

/**
 * Renders the newest notification in two lines, or one beside a dialog, with the number of others; all of them in full while the
 * user points at them.
 */
function Notifications() {
  const { t } = useMessages();
  const narrow = useNarrow();
  const { toasts, paused, close, region } = useToasts("notification");
  const compact = !narrow && !paused;
  return (
    <div
      {...region}
      className={classNames(
        "pointer-events-none flex flex-col-reverse gap-2 max-md:items-center md:fixed md:top-6 md:z-60 md:w-144",
        "md:end-6 md:in-[body:has(>[data-dialog])]:end-auto md:in-[body:has(>[data-dialog])]:start-6",
        "md:in-[body:has(>[data-dialog])]:top-1",
      )}
    >
      {toasts.map((toast, index) => {
        const isNewest = index === toasts.length - 1;
        return (
          <ToastBox
            key={toast.id}
            toast={toast}
            paused={paused}
            onClose={close}
            className={classNames(
              "w-90 max-w-full rounded-lg px-4 md:w-full",
              compact ? "h-12 items-center md:in-[body:has(>[data-dialog])]:h-8" : "items-start py-3",
              compact && !isNewest && "hidden",
            )}
          >
            <div
              className={classNames(
                "min-w-0 flex-1 break-words",
                compact && "line-clamp-2 md:in-[body:has(>[data-dialog])]:line-clamp-1",
              )}
            >
              <div className={classNames("font-medium", compact && "inline")}>{toast.title}</div>
              {toast.text && (
                <div
                  className={classNames(
                    "text-muted",
                    compact ? "ms-2 inline" : "mt-0.5 whitespace-pre-line",
                  )}
                >
                  {toast.text}
                </div>
              )}
            </div>
            <ToastActionButton toast={toast} onClose={close} />
            {compact && toasts.length > 1 && (
              <span className="shrink-0 text-xs text-muted">
                {t("ui.moreNotifications", { count: toasts.length - 1 })}
              </span>
            )}
            <CloseButton id={toast.id} onClose={close} />
          </ToastBox>
        );
      })}
    </div>
  );
}

function ToastBox({ toast, paused, onClose, className, children }: {
  toast: Toast;
  paused: boolean;
  onClose: (id: number) => void;
  className: string;
  children: ReactNode;
}) {
  const { id, tone } = toast;
  const ms = visibleMs(toast);
  useEffect(() => {
    if (!paused) return afterSeen(ms, () => onClose(id));
  }, [paused, id, ms, onClose]);
  const Icon = icons[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={classNames(
        "pointer-events-auto flex animate-drop gap-2.5 rounded-md bg-raised text-sm shadow-float icon-stroke",
        className,
      )}
    >
      <Icon className={classNames("mt-px shrink-0", colours[tone])} />
      {children}
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
    <button type="button" onClick={select} className="shrink-0 font-medium text-accent-text hover:underline">
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
      className="-me-1.5 -my-1"
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
