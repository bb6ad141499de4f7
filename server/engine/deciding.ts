/** Something that only the panel that decides does, such as sending notifications. */
export interface Duty {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** Whether this process decides: alone on a single machine, one panel of several otherwise. */
export class Deciding {
  readonly #duties = new Set<Duty>();
  #isActive: boolean;

  constructor(isActive: boolean) {
    this.#isActive = isActive;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Begins a duty now or as soon as this process decides, and ends it when another takes over. */
  async take(duty: Duty): Promise<void> {
    this.#duties.add(duty);
    if (this.#isActive) await duty.begin();
  }

  /** Ends a duty. */
  async drop(duty: Duty): Promise<void> {
    if (this.#duties.delete(duty) && this.#isActive) await duty.end();
  }

  /** Begins or ends all duties. */
  async change(isActive: boolean): Promise<void> {
    if (this.#isActive === isActive) return;
    this.#isActive = isActive;
    for (const duty of this.#duties) await (isActive ? duty.begin() : duty.end());
  }
}
