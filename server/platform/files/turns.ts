/** Lets one act after the other, in the order they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for its turn and acts; answers or throws what the act does. */
  take<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
