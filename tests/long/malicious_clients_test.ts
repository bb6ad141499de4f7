// Clients that send too much, too little or without end to the started panel, all at once: each is rejected, memory stays
// bounded, and others are served.
import assert from "node:assert/strict";
import net from "node:net";
import { percentile } from "../bench/statistics.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";
import { RepeatedAction } from "../support/repeated_action.ts";

const HALF_SENT = byLength(200, 2_000);
const CHUNKS = byLength(200_000, 6_000_000);
const STREAMS = byLength(150, 1_500);
const PARTS = byLength(50_000, 1_000_000);
const UPLOAD_MAX_BYTES = byLength(50, 1_000) * 1_000_000;
const MAX_MEMORY_MB = 500;

/** A connection of an attacker, each from one of 20 addresses. */
class Attacker {
  static #count = 0;
  readonly #socket: net.Socket;
  /** What the panel has sent so far. */
  received = "";
  sentBytes = 0;
  isClosed = false;

  constructor(address: string) {
    const { hostname: host, port } = new URL(address);
    const localAddress = `127.0.1.${Attacker.#count++ % 20 + 1}`;
    this.#socket = net.connect({ host, port: Number(port), localAddress });
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => this.isClosed = true);
    this.#socket.on("data", (bytes) => this.received += bytes.toString("latin1"));
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.received)?.[1] ?? 0);
  }

  get isOver(): boolean {
    return this.isClosed || this.received !== "";
  }

  /** Sends a text and waits until it is on its way, or the connection is closed. */
  async send(text: string | Uint8Array): Promise<void> {
    if (this.isClosed) return;
    await new Promise<void>((resolve) => {
      this.#socket.once("close", resolve);
      this.#socket.write(text, () => {
        this.#socket.off("close", resolve);
        resolve();
      });
    });
    this.sentBytes += text.length;
  }

  /** Sends a text again and again until the panel responds or closes the connection, or `times` is reached. */
  async repeat(text: string | Uint8Array, times = Infinity): Promise<number> {
    let n = 0;
    for (; n < times && !this.isOver; n++) await this.send(text);
    return n;
  }

  end(): void {
    this.#socket.destroy();
  }
}

Deno.test("malicious clients: all at once, each is rejected, memory is bounded and others are served", async () => {
  await using scene = await PanelScene.open({
    flags: ["--log-level", "error"],
    settings: { uploadMaxBytes: UPLOAD_MAX_BYTES },
  });
  const { panel } = scene;
  const run = await scene.run(await scene.task("echo one line; sleep 1000"));
  await scene.reaches(run, "running");
  const descriptors = scene.descriptors;
  await using others = new RepeatedAction(() => panel.request("GET", "/tasks?pageSize=20"), 50);
  const attacks = [
    sendHalfHeaders(panel.address),
    sendTinyChunks(scene),
    openStreams(scene, run),
    sendManyParts(scene),
    sendWithoutEnd(scene),
  ];
  // All of them end before the panel does: they would not notice that it is gone.
  await Promise.allSettled(attacks);
  await others.end();
  const { durations } = others;
  const figures = await Promise.all(attacks);
  const peak = scene.peakBytes / 1e6;
  assert.ok(peak < MAX_MEMORY_MB, `memory reached ${peak} MB`);
  await until("the descriptors to be closed", () => scene.descriptors <= descriptors + 5);
  assert.equal((await panel.send("GET", "/health")).status, 200);
  reportFigure(
    "malicious clients",
    `${figures.join("; ")}; peak memory ${peak.toFixed(0)} MB; ${durations.length} requests of others: p50 ${
      percentile(durations, 0.5).toFixed(0)
    }, p95 ${percentile(durations, 0.95).toFixed(0)}, max ${Math.max(...durations).toFixed(0)} ms, 0 failed`,
  );
});

/** Returns the head of a request of the administrator, with a body in chunks unless headers say otherwise. */
function headOf({ panel }: PanelScene, path: string, type: string, length?: number): string {
  return [
    `POST /api${path} HTTP/1.1`,
    `Host: ${new URL(panel.address).host}`,
    `Cookie: ${panel.cookie}`,
    `Content-Type: ${type}`,
    length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
    "\r\n",
  ].join("\r\n");
}

/** Headers without an end, of which a byte follows now and then. */
async function sendHalfHeaders(address: string): Promise<string> {
  const attackers: Attacker[] = [];
  for (let n = 0; n < HALF_SENT; n++) {
    const attacker = new Attacker(address);
    attackers.push(attacker);
    await attacker.send("GET /api/tasks HTTP/1.1\r\nHost: localhost\r\nX-Slow: a");
  }
  const from = performance.now();
  await until("all half-sent headers to be closed", async () => {
    const open = attackers.filter(({ isClosed }) => !isClosed);
    await Promise.all(open.map((attacker) => attacker.send("a")));
    return open.length === 0;
  }, 1_000);
  const seconds = (performance.now() - from) / 1_000;
  return `${HALF_SENT} half-sent headers, all closed ${seconds.toFixed(0)} s after the last`;
}

/** Bodies in chunks of one byte, over twelve connections, again and again. */
async function sendTinyChunks(scene: PanelScene): Promise<string> {
  let [left, rejected, closed] = [CHUNKS, 0, 0];
  const some = "1\r\n \r\n".repeat(2_000);
  await Promise.all(Array.from({ length: 12 }, async () => {
    while (left > 0) {
      const attacker = new Attacker(scene.panel.address);
      await attacker.send(headOf(scene, "/tasks", "application/json"));
      for (; left > 0 && !attacker.isOver; left -= 2_000) await attacker.send(some);
      await until("a body in tiny chunks to be rejected", () => attacker.isOver);
      if (attacker.status > 0) rejected++;
      else if (attacker.isClosed) closed++;
      assert.ok(attacker.status === 0 || attacker.status >= 400, attacker.received);
      attacker.end();
    }
  }));
  return `${CHUNKS} one-byte chunks, ${rejected} bodies rejected and ${closed} connections closed for them`;
}

/** More streams of one log than one token may have. */
async function openStreams({ panel }: PanelScene, run: number): Promise<string> {
  const app = { name: "streams", scopes: ["logs:read"] };
  const { clientId, clientSecret } = await panel.request("POST", "/applications", app);
  const { token } = await panel.request("POST", "/auth/token", { clientId, clientSecret });
  const statuses: Record<number, number> = {};
  const open: Response[] = [];
  for (let n = 0; n < STREAMS; n++) {
    const response = await fetch(`${panel.address}/api/runs/${run}/log/stream?offset=0`, {
      headers: { authorization: `Bearer ${token}` },
    });
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    if (response.ok) open.push(response);
    else await response.body?.cancel();
  }
  await Promise.all(open.map((response) => response.body?.cancel()));
  assert.deepEqual(Object.keys(statuses), ["200", "429"]);
  return `${STREAMS} streams of one token, ${statuses[200]} admitted`;
}

/** A form of more parts than any upload has. */
async function sendManyParts(scene: PanelScene): Promise<string> {
  const attacker = new Attacker(scene.panel.address);
  const type = "multipart/form-data; boundary=b";
  await attacker.send(headOf(scene, "/files/scripts/upload?path=", type));
  const part = `--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n`;
  const thousand = part.repeat(1_000);
  const chunk = `${thousand.length.toString(16)}\r\n${thousand}\r\n`;
  const sent = 1_000 * await attacker.repeat(chunk, PARTS / 1_000);
  await attacker.send(`5\r\n--b--\r\n0\r\n\r\n`);
  await until("the form to be rejected", () => attacker.isOver);
  attacker.end();
  assert.ok(attacker.status === 0 || attacker.status >= 400, attacker.received);
  return `a form of ${PARTS} parts rejected with ${attacker.status} after ${sent}`;
}

/** An upload that announces more than is allowed, and one that announces nothing and does not end. */
async function sendWithoutEnd(scene: PanelScene): Promise<string> {
  const type = "multipart/form-data; boundary=b";
  const path = "/files/scripts/upload?path=";
  const head = `--b\r\nContent-Disposition: form-data; name="f"; filename="big"\r\n\r\n`;
  const announced = new Attacker(scene.panel.address);
  await announced.send(headOf(scene, path, type, 5_000_000_000_000));
  await announced.send(head);
  const megabyte = new Uint8Array(1_000_000).fill(120);
  await announced.repeat(megabyte);
  await until("the announced upload to be rejected", () => announced.status > 0);
  announced.end();
  assert.equal(announced.status, 413, announced.received);
  const endless = new Attacker(scene.panel.address);
  await endless.send(headOf(scene, path, type));
  await endless.send(`${head.length.toString(16)}\r\n${head}\r\n`);
  const chunk = new TextEncoder().encode(`f4240\r\n${"x".repeat(1_000_000)}\r\n`);
  await endless.repeat(chunk);
  await until("the endless upload to be rejected", () => endless.status > 0);
  endless.end();
  assert.equal(endless.status, 413, endless.received);
  const tree = await scene.panel.request("GET", "/files/scripts/tree?path=");
  assert.ok(!JSON.stringify(tree).includes("big"), "a part of an upload is left");
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  return `an upload announced too large rejected after ${
    megabytes(announced.sentBytes)
  } MB, an endless one after ${megabytes(endless.sentBytes)} of ${megabytes(UPLOAD_MAX_BYTES)} MB`;
}
