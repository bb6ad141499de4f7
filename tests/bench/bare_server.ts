// The baseline for HTTP: a bare Hono route that returns twenty small items, one that streams lines, static pages, and
// nothing else.
import { Hono } from "hono";

const items = Array.from({ length: 20 }, (_, id) => ({ id, name: `task ${id}`, command: "true" }));
const line = new TextEncoder().encode(`data: ${"x".repeat(100)}\n\n`);
const form = "<!doctype html><form><input autocomplete=username></form>";
const log = `<!doctype html><div role=log></div><script>
new EventSource("times").onmessage = ({ data }) =>
  document.querySelector("div").append(Object.assign(document.createElement("p"), { textContent: data }));
</script>`;

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

/** Sends each line that a shell prints, as an event: the time, every 200 ms. */
function times(): ReadableStream<Uint8Array> {
  const args = ["-c", `while :; do echo "data: $(date +%s%3N)"; echo; sleep 0.2; done`];
  return new Deno.Command("bash", { args, stdout: "piped" }).spawn().stdout;
}

/** Returns a page with ten thousand rows. */
function table(): string {
  const row = (id: number) =>
    `<tr><td>task ${id}<td>python3 work/report_${id}.py<td>0 0 1 1 *<td>group ${id % 50}`;
  const rows = Array.from({ length: 10_000 }, (_, id) => row(id)).join("");
  return `<!doctype html><style>td { height: 52px } div { height: 100vh; overflow: auto }</style>
<div><table>${rows}</table></div>`;
}

const stream = { "content-type": "text/event-stream" };
const app = new Hono()
  .get("/items", (c) => c.json({ items }))
  .get("/lines", (c) => c.body(lines(), 200, stream))
  .get("/times", (c) => c.body(times(), 200, stream))
  .get("/form", (c) => c.html(form))
  .get("/table", (c) => c.html(table()))
  .get("/log", (c) => c.html(log));
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
Deno.stdout.writeSync(new TextEncoder().encode(`ready on http://127.0.0.1:${server.addr.port}/\n`));
