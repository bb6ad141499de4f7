// The only reader of request bodies. Each body is limited in bytes, time and number of chunks, and all of them together
// in memory; a separate reader would lack one of these limits.
import { AppError } from "../contract/app_error.ts";
import type { Clock, Timer } from "../platform/clock.ts";
import type { RequestContent } from "./route.ts";

/** How long a rejected sender should wait before it retries (seconds). */
const RETRY_SECONDS = 5;

interface BudgetedBody {
  /** Rate of the sender in bytes per second; null once the body has arrived. */
  rate(): number | null;
  /** Aborts the body with an error, because its memory is needed. */
  giveUp(error: AppError): void;
}

/**
 * The memory for all request bodies in flight. When it runs short, the slowest sender loses its body, so that senders
 * that keep bodies open do not block the others.
 */
class BodyBudget {
  readonly #reserved = new Map<BudgetedBody, number>();
  #used = 0;

  /** `capacity` in bytes; a single body may take more. */
  constructor(private readonly capacity: number) {}

  get used(): number {
    return this.#used;
  }

  /** Reserves the total number of bytes that a body needs. Throws `server_busy`. */
  reserve(body: BudgetedBody, bytes: number): void {
    const others = () => this.#used - (this.#reserved.get(body) ?? 0);
    while (others() > 0 && others() + bytes > this.capacity) {
      const slowest = this.#slowest(body);
      if (slowest === null) throw busy();
      this.release(slowest);
      slowest.giveUp(busy());
    }
    this.#used = others() + bytes;
    this.#reserved.set(body, bytes);
  }

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

const MIB = 1024 * 1024;
/** Memory for the bodies of unauthenticated and of authenticated senders (bytes). */
const UNAUTHENTICATED_BYTES = 8 * MIB;
const AUTHENTICATED_BYTES = 96 * MIB;

/** Maximum wait for the next bytes (ms). */
const IDLE_MS = 20_000;
/** Maximum total waiting time (ms); it grows with the number of bytes sent. */
const GRACE_MS = 30_000;
const MIN_BYTES_PER_SECOND = 4096;
const CHECK_MS = 5000;

/** Above this number, chunks must have a minimum average size: a chunk costs the same however small it is. */
const FREE_CHUNKS = 1000;
const MIN_CHUNK_BYTES = 16;

const PIECE_BYTES = 64 * 1024;
/** Reserved for a body without a declared size, until it grows (bytes): most bodies are small. */
const FIRST_BYTES = 4 * 1024;

/** Opens request bodies, within the memory available for all of them. */
export class RequestBodies {
  readonly #unauthenticated = new BodyBudget(UNAUTHENTICATED_BYTES);
  readonly #authenticated = new BodyBudget(AUTHENTICATED_BYTES);

  constructor(private readonly clock: Clock) {}

  /** Opens a body without reading it yet. Disposing it stops reading and releases its memory. */
  open(request: Request, { authenticated }: { authenticated: boolean }): RequestBody {
    return new RequestBody(request, this.clock, authenticated ? this.#authenticated : this.#unauthenticated);
  }
}

/** The body of one request, which can be read once. */
class RequestBody implements RequestContent, Disposable, BudgetedBody {
  readonly type: string;
  readonly mediaType: string;
  /** Null when the sender did not declare a size. */
  readonly #announcedBytes: number | null;
  readonly #stream: ReadableStream<Uint8Array> | null;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #timer: Timer | null = null;
  #error: AppError | null = null;
  #size = 0;
  #chunks = 0;
  #waitedMs = 0;
  #waitsSince: number | null = null;

  constructor(request: Request, private readonly clock: Clock, private readonly budget: BodyBudget) {
    const length = request.headers.get("content-length") ?? "";
    this.type = request.headers.get("content-type") ?? "";
    this.mediaType = this.type.split(";")[0]!.trim().toLowerCase();
    this.#announcedBytes = /^\d+$/.test(length) ? Number(length) : null;
    this.#stream = request.body;
  }

  get exists(): boolean {
    return this.#stream !== null;
  }

  async bytes(limit: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#checkAnnounced(limit);
    let buffer = new Uint8Array(0);
    let size = 0;
    for await (const chunk of this.#read(limit)) {
      if (size + chunk.length > buffer.length) {
        const doubled = Math.min(Math.max(2 * buffer.length, FIRST_BYTES), this.#announcedBytes ?? limit);
        const larger = new Uint8Array(Math.max(size + chunk.length, doubled));
        this.budget.reserve(this, larger.length);
        larger.set(buffer.subarray(0, size));
        buffer = larger;
      }
      buffer.set(chunk, size);
      size += chunk.length;
    }
    return buffer.subarray(0, size);
  }

  async *pieces(limit: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    this.#checkAnnounced(limit);
    this.budget.reserve(this, PIECE_BYTES);
    let piece = new Uint8Array(PIECE_BYTES);
    let filled = 0;
    for await (const chunk of this.#read(limit)) {
      for (let at = 0; at < chunk.length;) {
        const part = chunk.subarray(at, at + PIECE_BYTES - filled);
        piece.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < PIECE_BYTES) continue;
        yield piece;
        piece = new Uint8Array(PIECE_BYTES);
        filled = 0;
      }
    }
    if (filled > 0) yield piece.subarray(0, filled);
  }

  rate(): number | null {
    if (this.#reader === null) return null;
    // A body that has just begun counts as fast.
    return (this.#size + PIECE_BYTES) * 1000 / (this.#waitingMs() + 1000);
  }

  giveUp(error: AppError): void {
    this.#error ??= error;
    void this.#reader?.cancel().catch(() => {});
  }

  [Symbol.dispose](): void {
    this.#stopReading();
    this.budget.release(this);
  }

  // Rejected before the first byte: a client that declares the size need not send the body.
  #checkAnnounced(limit: number): void {
    if (this.#announcedBytes !== null && this.#announcedBytes > limit) throw tooLarge(limit);
  }

  // A chunk stays valid until the next one is requested.
  async *#read(limit: number): AsyncGenerator<Uint8Array, void> {
    if (this.#stream === null) return;
    this.#reader = this.#stream.getReader();
    this.#watch();
    try {
      for (let chunk = await this.#next(); chunk !== null; chunk = await this.#next()) {
        this.#count(chunk, limit);
        yield chunk;
      }
    } finally {
      this.#stopReading();
    }
  }

  async #next(): Promise<Uint8Array | null> {
    this.#waitsSince = this.clock.monotonic();
    const { done, value } = await this.#reader!.read().catch(() => {
      throw this.#error ?? new AppError("malformed_request", { reason: "body_cut_off" });
    });
    this.#waitedMs = this.#waitingMs();
    this.#waitsSince = null;
    if (this.#error) throw this.#error;
    return done ? null : value;
  }

  #count({ length }: Uint8Array, limit: number): void {
    this.#size += length;
    this.#chunks++;
    if (this.#size > limit) throw tooLarge(limit);
    if (this.#chunks > FREE_CHUNKS && this.#size < this.#chunks * MIN_CHUNK_BYTES) {
      throw new AppError("malformed_request", { reason: "tiny_chunks" });
    }
  }

  #watch(): void {
    this.#timer = this.clock.after(CHECK_MS, () => {
      if (this.#isTooSlow()) this.giveUp(new AppError("request_timeout"));
      else this.#watch();
    });
  }

  // The time we take to process received bytes does not count.
  #isTooSlow(): boolean {
    if (this.#waitsSince === null) return false;
    const isIdle = this.clock.monotonic() - this.#waitsSince >= IDLE_MS;
    return isIdle || this.#waitingMs() >= GRACE_MS + this.#size / MIN_BYTES_PER_SECOND * 1000;
  }

  #waitingMs(): number {
    const now = this.#waitsSince === null ? 0 : this.clock.monotonic() - this.#waitsSince;
    return this.#waitedMs + now;
  }

  #stopReading(): void {
    this.#timer?.cancel();
    this.#timer = null;
    void this.#reader?.cancel().catch(() => {});
    this.#reader = null;
  }
}

function tooLarge(limit: number): AppError {
  return new AppError("payload_too_large", { limit });
}
