import { AppError } from "../contract/app_error.ts";

/** How long a sender who is refused should wait, seconds. */
const RETRY_SECONDS = 5;

/** A body that takes memory. */
export interface BudgetedBody {
  /** Bytes a second that its sender delivers; null once it has arrived. */
  rate(): number | null;
  /** Ends it with an error, because its memory is needed. */
  giveUp(error: AppError): void;
}

/**
 * The memory for all request bodies in flight. When it runs short, the slowest sender loses its body, so that those who
 * hold bodies open do not keep out those who send.
 */
export class BodyBudget {
  readonly #capacity: number;
  readonly #reserved = new Map<BudgetedBody, number>();
  #used = 0;

  /** `capacity` in bytes; one body alone may take more. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Bytes that are reserved now. */
  get used(): number {
    return this.#used;
  }

  /** Reserves as many bytes for a body as it needs in total. Throws `server_busy`. */
  reserve(body: BudgetedBody, bytes: number): void {
    const others = () => this.#used - (this.#reserved.get(body) ?? 0);
    while (others() > 0 && others() + bytes > this.#capacity) {
      const slowest = this.#slowest(body);
      if (slowest === null) throw busy();
      this.release(slowest);
      slowest.giveUp(busy());
    }
    this.#used = others() + bytes;
    this.#reserved.set(body, bytes);
  }

  /** Gives the memory of a body back. */
  release(body: BudgetedBody): void {
    this.#used -= this.#reserved.get(body) ?? 0;
    this.#reserved.delete(body);
  }

  #slowest(except: BudgetedBody): BudgetedBody | null {
    let slowest: { body: BudgetedBody; rate: number } | null = null;
    for (const body of this.#reserved.keys()) {
      const rate = body === except ? null : body.rate();
      if (rate !== null && (slowest === null || rate < slowest.rate)) slowest = { body, rate };
    }
    return slowest?.body ?? null;
  }
}

function busy(): AppError {
  return new AppError("server_busy", { seconds: RETRY_SECONDS });
}
