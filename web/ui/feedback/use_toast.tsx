// Messages (top center, 3 s) and notifications (top right, 4.5 s); 10 s with an action. At most three of a kind are visible; a fourth removes the
// oldest.
//
// Radix's toast does not fit: each of its toasts is the topmost dismissable layer, so a toast that appears while a dialog or
// menu is open takes its Escape. Its timers also run in hidden tabs and stay paused after a toast was closed by a click.

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { ApiProblem, isSignedOut } from "../../api/api_problem.ts";

export type ToastTone = "success" | "info" | "warning" | "danger";
export type ToastKind = "message" | "notification";

interface ToastAction {
  label: string;
  onSelect: () => void;
}

interface ToastContent {
  tone: ToastTone;
  title: string;
  /** A second line; for notifications only. */
  text?: string | undefined;
  action?: ToastAction | undefined;
}

export interface Toast extends ToastContent {
  id: number;
  kind: ToastKind;
}

const toastMs: Record<ToastKind, number> = { message: 3000, notification: 4500 };
/** With an action, there is time to read it and to reach its button. */
const ACTION_MS = 10_000;
const maxOfAKind = 3;

/** Returns for how many milliseconds a toast is visible. */
export function visibleMs({ kind, action }: Pick<Toast, "kind" | "action">): number {
  return action ? ACTION_MS : toastMs[kind];
}

/** Stores the visible toasts; the regions render them and remove them in time. */
export class ToastStore {
  #toasts: readonly Toast[] = [];
  #lastId = 0;
  #listeners = new Set<() => void>();

  list = (): readonly Toast[] => this.#toasts;

  onChange = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds a toast and returns its id; an identical toast of the same kind replaces the previous one. */
  add(kind: ToastKind, content: ToastContent): number {
    const same = this.#toasts.find((toast) =>
      toast.kind === kind && toast.title === content.title && toast.text === content.text
    );
    if (same) this.remove(same.id);
    const toast = { ...content, kind, id: ++this.#lastId };
    const others = this.#toasts.filter((one) => one.kind !== kind);
    const sameKind = [...this.#toasts.filter((one) => one.kind === kind), toast].slice(-maxOfAKind);
    this.#set([...others, ...sameKind]);
    return toast.id;
  }

  remove(id: number): void {
    this.#set(this.#toasts.filter((toast) => toast.id !== id));
  }

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

const ToastContext = createContext<ToastStore | null>(null);

export function ToastProvider({ store, children }: { store: ToastStore; children: ReactNode }) {
  return <ToastContext value={store}>{children}</ToastContext>;
}

/** Functions that show toasts to the user. */
export interface Toasts {
  /** Shows one line at the top for 3 s, or 10 s with an action: `message("success", t("ui.saved"))`. */
  message(tone: ToastTone, title: string, action?: ToastAction): void;
  /** Shows a title and a text at the top right for 4.5 s, or 10 s with an action. */
  notify(tone: ToastTone, title: string, text?: string, action?: ToastAction): void;
  /** Reports a failed request with the server's message; a lost session is reported elsewhere. */
  problem(error: unknown): void;
}

export function createToasts(store: ToastStore): Toasts {
  return {
    message: (tone, title, action) => void store.add("message", { tone, title, action }),
    notify: (tone, title, text, action) => void store.add("notification", { tone, title, text, action }),
    problem: (error) => {
      if (isSignedOut(error) || (error instanceof DOMException && error.name === "AbortError")) return;
      const known = error instanceof ApiProblem;
      // The user was just asked to re-authenticate and knows that it did not work.
      if (known && error.code === "step_up_required") return;
      const [title, text] = known ? [error.title, error.detail] : [String(error), undefined];
      store.add("notification", { tone: "danger", title, text });
    },
  };
}

export function useToast(): Toasts {
  const store = useToastStore();
  return useMemo(() => createToasts(store), [store]);
}

/** Returns the store itself, for the regions that render it. */
export function useToastStore(): ToastStore {
  const store = useContext(ToastContext);
  if (!store) throw new Error("useToast outside of ToastProvider");
  return store;
}
