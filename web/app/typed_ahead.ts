/** Keeps what is typed after the search was opened and before its box is there, which would otherwise be lost or act on the page. */
export class TypedAhead {
  #text = "";
  #stop: (() => void) | null = null;

  /** Starts to keep what is typed. */
  start(): void {
    this.stop();
    this.#text = "";
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Backspace") this.#text = this.#text.slice(0, -1);
      else if (event.key.length === 1) this.#text += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("keydown", onKey, { capture: true });
    this.#stop = () => removeEventListener("keydown", onKey, { capture: true });
  }

  /** Stops, and returns what was typed since the start. */
  stop(): string {
    this.#stop?.();
    this.#stop = null;
    return this.#text;
  }
}
