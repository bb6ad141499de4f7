/** Something that is planned by its ID, and its next due time. */
export interface Due {
  id: number;
  dueAt: number;
}

/** IDs ordered by their next due time. Setting an ID again replaces its old entry. */
export class DueHeap {
  #heap: Due[] = [];
  readonly #current = new Map<number, Due>();

  get size(): number {
    return this.#current.size;
  }

  /** All IDs with their next due times, in no order. */
  entries(): Iterable<Due> {
    return this.#current.values();
  }

  has(id: number): boolean {
    return this.#current.has(id);
  }

  /** Sets the next due time of an ID; null removes it. */
  set(id: number, dueAt: number | null): void {
    this.#current.delete(id);
    if (dueAt === null) return;
    const due = { id, dueAt };
    this.#current.set(id, due);
    this.#heap.push(due);
    this.#rise(this.#heap.length - 1);
  }

  /** Returns the earliest due time, or null when the heap is empty. */
  peek(): number | null {
    this.#dropStale();
    return this.#heap[0]?.dueAt ?? null;
  }

  /** Removes and returns the entries due at or before an instant, earliest first, at most `max` of them. */
  takeDue(instant: number, max: number): Due[] {
    const taken: Due[] = [];
    for (this.#dropStale(); taken.length < max; this.#dropStale()) {
      const first = this.#heap[0];
      if (!first || first.dueAt > instant) break;
      this.#pop();
      this.#current.delete(first.id);
      taken.push(first);
    }
    return taken;
  }

  // Replaced entries stay in the heap until they reach the top: removing them from the middle would cost more.
  #dropStale(): void {
    for (
      let first = this.#heap[0];
      first && this.#current.get(first.id) !== first;
      first = this.#heap[0]
    ) {
      this.#pop();
    }
    if (this.#heap.length > 64 && this.#heap.length > 4 * this.#current.size) this.#rebuild();
  }

  #rebuild(): void {
    // A sorted array is a valid heap.
    this.#heap = [...this.#current.values()].sort((a, b) => a.dueAt - b.dueAt);
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(start: number): void {
    for (let index = start; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfEarlier(index, parent)) return;
      index = parent;
    }
  }

  #sink(start: number): void {
    for (let index = start;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const child = this.#at(right) < this.#at(left) ? right : left;
      if (!this.#swapIfEarlier(child, index)) return;
      index = child;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.dueAt ?? Infinity;
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const below = this.#heap[lower];
    const above = this.#heap[upper];
    if (!below || !above || below.dueAt >= above.dueAt) return false;
    this.#heap[upper] = below;
    this.#heap[lower] = above;
    return true;
  }
}
