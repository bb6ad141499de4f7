// Messages (top centre, 3 s) and notifications (top right, 4.5 s). At most three of a kind are on the page; a fourth pushes
// the oldest out.

export type ToastTone = "success" | "info" | "warning" | "danger";
export type ToastKind = "message" | "notification";

export interface ToastAction {
  label: string;
  onSelect: () => void;
}

export interface ToastContent {
  tone: ToastTone;
  title: string;
  /** A second line; notifications only. */
  text?: string | undefined;
  action?: ToastAction | undefined;
}

export interface Toast extends ToastContent {
  id: number;
  kind: ToastKind;
}

export const toastMs: Record<ToastKind, number> = { message: 3000, notification: 4500 };
const maxOfAKind = 3;

/** Holds what is shown now; the regions on the page draw it and take it away in time. */
export class ToastStore {
  #toasts: readonly Toast[] = [];
  #lastId = 0;
  #listeners = new Set<() => void>();

  list = (): readonly Toast[] => this.#toasts;

  onChange = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows a toast and gives its id; the same words of the same kind are not shown twice at once. */
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
