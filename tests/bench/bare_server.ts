// The baseline for HTTP: a bare Hono route that returns twenty small items, and nothing else.
import { Hono } from "hono";

const items = Array.from({ length: 20 }, (_, id) => ({ id, name: `task ${id}`, command: "true" }));
const app = new Hono().get("/items", (c) => c.json({ items }));
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
Deno.stdout.writeSync(new TextEncoder().encode(`ready on http://127.0.0.1:${server.addr.port}/\n`));
