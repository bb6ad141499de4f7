/** Runs actions one after the other, in the order of the calls. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for its turn and runs the action; returns or throws what the action does. */
  take<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(action);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
