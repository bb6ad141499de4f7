// The baseline for HTTP: a bare Hono route that returns twenty small items, one that streams lines, and nothing else.
import { Hono } from "hono";

const items = Array.from({ length: 20 }, (_, id) => ({ id, name: `task ${id}`, command: "true" }));
const line = new TextEncoder().encode(`data: ${"x".repeat(100)}\n\n`);

/** Sends a line every ten milliseconds. */
function lines(): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue(line), 10);
    },
    cancel() {
      clearInterval(timer);
    },
  });
}

const app = new Hono()
  .get("/items", (c) => c.json({ items }))
  .get("/lines", (c) => c.body(lines(), 200, { "content-type": "text/event-stream" }));
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
Deno.stdout.writeSync(new TextEncoder().encode(`ready on http://127.0.0.1:${server.addr.port}/\n`));
