// Messages (top center, 3 s) and notifications (top right, 4.5 s). At most three of a kind are visible; a fourth removes the
// oldest.

export type ToastTone = "success" | "info" | "warning" | "danger";
export type ToastKind = "message" | "notification";

export interface ToastAction {
  label: string;
  onSelect: () => void;
}

export interface ToastContent {
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

export const toastMs: Record<ToastKind, number> = { message: 3000, notification: 4500 };
const maxOfAKind = 3;

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
    this.#become([...others, ...sameKind]);
    return toast.id;
  }

  remove(id: number): void {
    this.#become(this.#toasts.filter((toast) => toast.id !== id));
  }

  #become(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}
