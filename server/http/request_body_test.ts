import assert from "node:assert/strict";
import { AppError } from "../contract/app_error.ts";
import { TestClock } from "../../tests/support/test_clock.ts";
import { RequestBodies } from "./request_body.ts";

const MIB = 1024 * 1024;

/** The sending end of a body: controls what is sent and observes whether it is still read. */
class Sender {
  readonly request: Request;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #asked = Promise.withResolvers<void>();
  isCancelled = false;

  constructor(headers: Record<string, string> = {}) {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => void (this.#controller = controller),
      pull: () => this.#asked.resolve(),
      cancel: () => void (this.isCancelled = true),
    }, { highWaterMark: 0 });
    this.request = new Request("http://localhost/", { method: "POST", headers, body });
  }

  /** Waits until the body is read, then sends. */
  async send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#asked.promise;
    this.#asked = Promise.withResolvers();
    this.#controller.enqueue(bytes);
  }

  /** Waits until the next bytes are requested. */
  async awaitsMore(): Promise<void> {
    await this.#asked.promise;
  }

  close(): void {
    this.#controller.close();
  }
}

function chunked(chunks: Iterable<Uint8Array>): Request {
  const body = ReadableStream.from(chunks);
  return new Request("http://localhost/", { method: "POST", body });
}

function* bytesOneByOne(count: number): Generator<Uint8Array> {
  // As the runtime's server delivers them: each chunk is a view of its own memory.
  for (let at = 0; at < count; at++) yield new Uint8Array(64 * 1024).subarray(0, 1);
}

const isError = (code: string, reason?: string) => (error: unknown) =>
  error instanceof AppError && error.code === code && error.params["reason"] === reason;

Deno.test("request body: delivers chunks of any size complete, at once or in pieces with their own memory", async () => {
  const bodies = new RequestBodies(new TestClock());
  const text = "a body of 35 bytes in tiny chunks ..";
  const encoder = new TextEncoder();
  const chunks = () => text.split("").map((letter) => encoder.encode(letter));
  using whole = bodies.open(chunked(chunks()), { authenticated: true });
  assert.equal(new TextDecoder().decode(await whole.bytes(100)), text);
  using inPieces = bodies.open(chunked(chunks()), { authenticated: true });
  const pieces = await Array.fromAsync(inPieces.pieces(100));
  assert.deepEqual(pieces.map((piece) => new TextDecoder().decode(piece)), [text]);
  const large = Array.from({ length: 5 }, (_, index) => new Uint8Array(50_000).fill(index));
  using largePieces = bodies.open(chunked(large), { authenticated: true });
  const sizes: number[] = [];
  const buffers = new Set<ArrayBufferLike>();
  for await (const piece of largePieces.pieces(MIB)) {
    sizes.push(piece.length);
    buffers.add(piece.buffer);
  }
  assert.deepEqual([sizes, buffers.size], [[65_536, 65_536, 65_536, 53_392], 4]);
});

Deno.test("request body: rejects too many tiny chunks in every read mode", async () => {
  const bodies = new RequestBodies(new TestClock());
  let sent = 0;
  const counted = function* () {
    for (const chunk of bytesOneByOne(1_000_000)) {
      sent++;
      yield chunk;
    }
  };
  using whole = bodies.open(chunked(counted()), { authenticated: false });
  await assert.rejects(whole.bytes(MIB), isError("malformed_request", "tiny_chunks"));
  using inPieces = bodies.open(chunked(counted()), { authenticated: true });
  await assert.rejects(
    Array.fromAsync(inPieces.pieces(MIB)),
    isError("malformed_request", "tiny_chunks"),
  );
  assert.ok(sent < 3000, `${sent} chunks were read`);
});

Deno.test("request body: rejects a declared size over the limit unread and accepts one at the limit", async () => {
  const bodies = new RequestBodies(new TestClock());
  const sender = new Sender({ "content-length": "101" });
  using announced = bodies.open(sender.request, { authenticated: true });
  await assert.rejects(announced.bytes(100), isError("payload_too_large"));
  assert.equal(sender.request.bodyUsed, false);
  const lie = new Request(chunked([new Uint8Array(60), new Uint8Array(60)]), {
    headers: { "content-length": "5" },
  });
  using larger = bodies.open(lie, { authenticated: true });
  await assert.rejects(larger.bytes(100), isError("payload_too_large"));
});

Deno.test("request body: cuts off a sender that stops or only trickles", async () => {
  const clock = new TestClock();
  const bodies = new RequestBodies(clock);
  const stopping = new Sender();
  using stopped = bodies.open(stopping.request, { authenticated: true });
  const reading = assert.rejects(stopped.bytes(MIB), isError("request_timeout"));
  await stopping.send(new Uint8Array(100));
  await stopping.awaitsMore();
  clock.advance(25_000);
  await reading;
  assert.ok(stopping.isCancelled);

  const trickling = new Sender();
  using trickled = bodies.open(trickling.request, { authenticated: true });
  let isOver = false;
  const ended = assert.rejects(trickled.bytes(MIB), isError("request_timeout")).then(() => isOver = true);
  for (let seconds = 0; seconds < 60 && !isOver; seconds += 10) {
    await trickling.awaitsMore();
    clock.advance(10_000);
    if (!trickling.isCancelled) await trickling.send(new Uint8Array(1));
    else await ended;
  }
  assert.ok(isOver);
  assert.equal(clock.timers, 0);
});

Deno.test("request body: accepts a slow connection that keeps delivering, and ignores our own processing time", async () => {
  const clock = new TestClock();
  const bodies = new RequestBodies(clock);
  const sender = new Sender();
  using body = bodies.open(sender.request, { authenticated: true });
  const reading = (async () => {
    let size = 0;
    for await (const { length } of body.pieces(10 * MIB)) {
      size += length;
      // Simulates a slow disk.
      clock.advance(120_000);
    }
    return size;
  })();
  for (let piece = 0; piece < 20; piece++) {
    await sender.awaitsMore();
    clock.advance(10_000);
    await sender.send(new Uint8Array(64 * 1024));
  }
  await sender.awaitsMore();
  sender.close();
  assert.equal(await reading, 20 * 64 * 1024);
  assert.equal(clock.timers, 0);
});

Deno.test("request body: aborts the slowest body when memory runs short and keeps the others", async () => {
  const clock = new TestClock();
  const bodies = new RequestBodies(clock);
  // Unauthenticated senders have 8 MiB.
  const held = Array.from({ length: 8 }, () => new Sender());
  const rejected: number[] = [];
  const readings = held.map(async (sender, index) => {
    using body = bodies.open(sender.request, { authenticated: false });
    await body.bytes(2 * MIB).catch((error) => {
      assert.ok(isError("server_busy")(error));
      rejected.push(index);
    });
  });
  for (const sender of held) {
    await sender.send(new Uint8Array(MIB));
    await sender.awaitsMore();
    clock.advance(1000);
  }
  const quick = new Sender();
  using body = bodies.open(quick.request, { authenticated: false });
  const served = body.bytes(2 * MIB);
  await quick.send(new Uint8Array(MIB));
  await quick.awaitsMore();
  quick.close();
  assert.equal((await served).length, MIB);
  assert.deepEqual(rejected, [0]);
  for (const sender of held.slice(1)) sender.close();
  await Promise.all(readings);
});

Deno.test("request body: keeps bodies that are in use and rejects new ones", async () => {
  const bodies = new RequestBodies(new TestClock());
  const open = (size: number) => bodies.open(chunked([new Uint8Array(size)]), { authenticated: false });
  {
    using inUse = open(7 * MIB);
    await inUse.bytes(8 * MIB);
    using rejected = open(2 * MIB);
    await assert.rejects(rejected.bytes(8 * MIB), isError("server_busy"));
  }
  using served = open(7 * MIB);
  assert.equal((await served.bytes(8 * MIB)).length, 7 * MIB);
});
