/** Lets one act after the other, in the order they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for its turn and acts; answers or throws what the act does. */
  take<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(action);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
