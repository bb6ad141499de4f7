// Ten thousand random bodies at the address of a webhook, signed in each of the forms, without limits: none is an internal error, and
// what arrives is what another reading of the pointers finds.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Hono } from "hono";
import { LedgerScene } from "../../../../tests/support/ledger_scene.ts";
import { seededRandom } from "../../../../tests/support/seeded_random.ts";
import { temporaryFolder } from "../../../../tests/support/temporary_folder.ts";
import { signatureOf } from "../../../../tests/support/webhook_scene.ts";
import { type Parameter, parameter } from "../../../contract/parameters.ts";
import { parse } from "../../../contract/parsed.ts";
import { type WebhookSignature, webhookSignatures } from "../../../contract/webhook_kinds.ts";
import { webhookLimits } from "../../../contract/limits/webhooks.ts";
import { webhookInput } from "../../../contract/webhooks.ts";
import { Bus } from "../../../engine/bus.ts";
import { registerHooks } from "../../../http/hooks.ts";
import type { Env } from "../../../http/register.ts";
import { RequestBodies } from "../../../http/request_body.ts";
import { systemClock } from "../../../platform/clock.ts";
import { Sealer } from "../../../platform/seal.ts";
import { WriteState } from "../../../platform/write_state.ts";
import { HookIntake } from "./intake.ts";
import { Webhooks } from "./service.ts";
import { UnsignedDeliveries } from "./unsigned_deliveries.ts";

const COUNT = 10_000;
const SEED = 20261130;
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const types = [JSON_TYPE, "text/plain", "", ";;", `${JSON_TYPE}; charset=utf-8`];
const LONG = "k".repeat(900);

const pointers: Record<string, { pointer: string; type: Parameter["type"] }> = {
  ref: { pointer: "/ref", type: "text" },
  escaped: { pointer: "/a~1b/m~0n", type: "text" },
  item: { pointer: "/list/1", type: "number" },
  padded: { pointer: "/list/01", type: "text" },
  end: { pointer: "/list/-", type: "text" },
  flag: { pointer: "/list/0/__proto__", type: "switch" },
  proto: { pointer: "/__proto__/x", type: "text" },
  none: { pointer: "/", type: "text" },
  long: { pointer: `/${LONG}`, type: "text" },
  name: { pointer: "/constructor/name", type: "text" },
};

class Scene implements AsyncDisposable {
  readonly bugs: unknown[] = [];
  readonly hooks = new Map<WebhookSignature, { task: number; path: string; secret: string }>();

  private constructor(
    readonly ledger: LedgerScene,
    readonly app: Hono<Env>,
    private readonly webhooks: Webhooks,
    private readonly unsigned: UnsignedDeliveries,
    private readonly folder: AsyncDisposable,
  ) {}

  static async open(): Promise<Scene> {
    const folder = await temporaryFolder();
    const ledger = await LedgerScene.open();
    const { db } = ledger;
    const clock = systemClock;
    const bus = new Bus((error) => {
      throw error;
    });
    const sealer = new Sealer(folder.path);
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const unsigned = new UnsignedDeliveries({ db, clock, bus, logger, audit: () => Promise.resolve() });
    const intake = new HookIntake({
      ...{ db, clock, bus, sealer, unsigned, writes: new WriteState(clock), scripts: folder.path },
      engine: {
        follow() {},
        followEnded: () => Promise.resolve([]),
        openNodes: { listOpenNodes: () => Promise.resolve(null) },
      },
      limits: { admit: () => true, countUnsigned() {} },
      closing: new AbortController().signal,
      startLimits: { heldAt: () => null, droppedAt: () => null },
    });
    const app = new Hono<Env>();
    const webhooks = new Webhooks({ db, clock, bus, sealer, intake, basePath: "" });
    const scene = new Scene(ledger, app, webhooks, unsigned, folder);
    registerHooks(app, intake, {
      bodies: new RequestBodies(clock),
      report: (error) => String(scene.bugs.push(error)),
      onStorageFull: () => scene.bugs.push("storage full"),
    });
    for (const signature of webhookSignatures) await scene.#addHook(signature);
    return scene;
  }

  async #addHook(signature: WebhookSignature): Promise<void> {
    const { id } = await this.ledger.addTask();
    const declared = Object.entries(pointers).map(([name, { type }]) => parse(parameter, { name, type }));
    await this.ledger.db.updateTable("task").set({ parameters_json: JSON.stringify(declared) })
      .where("id", "=", id).execute();
    const mapping = Object.fromEntries(
      Object.entries(pointers).map(([name, { pointer }]) => [name, pointer]),
    );
    const { path, secret } = await this.webhooks.make(id, parse(webhookInput, { signature, mapping }), "");
    this.hooks.set(signature, { task: id, path, secret });
  }

  async send(path: string, body: Uint8Array, headers: Record<string, string>) {
    const request = new Request(`http://localhost${path}`, {
      ...{ method: "POST", headers, body: body as BodyInit },
    });
    const response = await this.app.fetch(request, { ip: "192.0.2.1" } as Env["Bindings"]);
    return { status: response.status, json: await response.json() };
  }

  /** Returns the values of the run that a delivery has started, which is then removed. */
  async takeRun(id: number): Promise<Record<string, unknown>> {
    const { db } = this.ledger;
    const row = await db.deleteFrom("run").where("id", "=", id).returning("request_json")
      .executeTakeFirstOrThrow();
    const { parameters } = JSON.parse(row.request_json!) as {
      parameters: { name: string; value: unknown }[];
    };
    return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  }

  /** So that the tables stay small. */
  async clear(): Promise<void> {
    const { db } = this.ledger;
    for (const table of ["webhook_delivery", "webhook_receipt", "trigger_content"] as const) {
      await db.deleteFrom(table).execute();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.unsigned.close();
    await this.ledger[Symbol.asyncDispose]();
    await this.folder[Symbol.asyncDispose]();
  }
}

const random = seededRandom(SEED);
const below = (max: number) => Math.floor(random() * max);
const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
const encode = (text: string) => new TextEncoder().encode(text);

const keys = [
  ...["ref", "a/b", "m~n", "list", "x", "name", "constructor", "__proto__", "", "0", "1", "01", "-", LONG],
  ...["ключ", "\u{1f600}", "\0", "toString", "m~0n", "a~1b"],
];
const numbers = ["0", "-0", "1", "-17", "1.5", "1e308", "1e999", "-1e999", "1E-400", "9".repeat(400), "1e-5"];
const texts = ["", "main", 'it\'s "$(x)"\n', "5", "true", "\0", "\ud800", "ä", "x".repeat(5_000), "\ufeff"];

/** Returns a random document as its text; a key may come twice. */
function documentText(depth: number): string {
  const kind = below(depth > 4 ? 4 : 7);
  if (kind === 0) return pick(["null", "true", "false"]);
  if (kind === 1) return pick(numbers);
  if (kind < 4) return JSON.stringify(pick(texts));
  const count = below(5);
  if (kind === 4) return `[${Array.from({ length: count }, () => documentText(depth + 1)).join()}]`;
  return objectText(Array.from({ length: count }, () => [pick(keys), documentText(depth + 1)]));
}

function objectText(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(",")}}`;
}

/** Mostly values that the parameters allow, so that many deliveries start a run. */
function likelyText(): string {
  const text = () => pick([JSON.stringify(pick(texts)), documentText(4)]);
  return objectText(
    ([
      ["ref", text()],
      ["a/b", objectText([["m~n", text()], [pick(keys), text()]])],
      [
        "list",
        `[${[objectText([["__proto__", pick(["true", '"false"', "1"])]]), pick(numbers), text()].join()}]`,
      ],
      ["__proto__", objectText([["x", text()]])],
      ["", text()],
      [LONG, text()],
      ["constructor", objectText([["name", text()]])],
    ] as const).filter(() => below(3) === 0),
  );
}

const nesting = 100_000;
const shapes: readonly (() => Uint8Array)[] = [
  ...Array<() => Uint8Array>(5).fill(() => encode(likelyText())),
  () => encode(documentText(0)),
  () => encode(documentText(0).slice(0, below(30))),
  () => encode(`${likelyText()}${pick(["", " ", ",", "}", "\0", "\n"])}`),
  () => Uint8Array.from([0xef, 0xbb, 0xbf, ...encode(likelyText())]),
  () => withBytes(encode(likelyText()), pick([[0xff], [0xc3], [0xed, 0xa0, 0x80], [0], [0xf8, 0x88]])),
  () => new Uint8Array(),
  () => Uint8Array.from({ length: below(200) }, () => below(256)),
  () => encode(objectText([["ref", likelyText()], [LONG.repeat(20), "1"]])),
];
const largeShapes: readonly (() => Uint8Array)[] = [
  () => encode("[".repeat(nesting) + "]".repeat(nesting)),
  () => encode(`{"list":${"[".repeat(nesting)}`),
  () => encode(`${'{"ref":'.repeat(nesting)}1${"}".repeat(nesting)}`),
  () => encode(`{"ref":"${"x".repeat(1024 * 1024 - 10)}"}`),
  () => encode(`{"ref":"${"x".repeat(1024 * 1024)}"}`),
];

function withBytes(body: Uint8Array, more: readonly number[]): Uint8Array {
  const at = below(body.length + 1);
  return Uint8Array.from([...body.subarray(0, at), ...more, ...body.subarray(at)]);
}

function formOf(): Uint8Array {
  const fields = Array.from({ length: below(4) }, () => [pick(keys), pick(texts).toWellFormed()]);
  if (below(2) === 0) fields.push(["payload", likelyText()]);
  return encode(new URLSearchParams(fields).toString() + pick(["", "&", "=", "%", "%ff", "&&&"]));
}

/** Reads a document; undefined where it is none. */
function read(body: Uint8Array, isForm: boolean): unknown {
  const bytes = Buffer.from(body);
  if (!Buffer.from(bytes.toString("utf8")).equals(bytes)) return undefined;
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  try {
    if (!isForm) return JSON.parse(text);
    const fields = new URLSearchParams(text);
    const payload = fields.get("payload");
    return payload === null ? Object.fromEntries(fields) : JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/** Follows a pointer a character at a time, by the names of what is there. */
function follow(document: unknown, pointer: string): unknown {
  const tokens: string[] = [];
  for (let at = 0; at < pointer.length; at++) {
    const sign = pointer[at]!;
    if (sign === "/") tokens.push("");
    else if (sign === "~") tokens[tokens.length - 1] += pointer[++at] === "1" ? "/" : "~";
    else tokens[tokens.length - 1] += sign;
  }
  return tokens.reduce<unknown>((value, token) => {
    if (typeof value !== "object" || value === null) return undefined;
    const entries: [string, unknown][] = Array.isArray(value)
      ? value.map((one, index) => [index.toString(), one])
      : Object.entries(value);
    return entries.find(([name]) => name === token)?.[1];
  }, document);
}

/** Returns what a parameter gets for a value: undefined for none, and `rejected` where it cannot have it. */
const rejected = Symbol("rejected");
function given(type: Parameter["type"], value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object") return rejected;
  if (type === "switch") {
    return typeof value === "number" || !/^(true|false)$/.test(String(value))
      ? rejected
      : String(value) === "true";
  }
  if (type === "number") {
    const number = typeof value === "boolean" || value === "" ? NaN : Number(value);
    return Number.isFinite(number) ? number + 0 : rejected;
  }
  const text = String(value);
  return text.includes("\0") || !text.isWellFormed() || text.length > 65_536 ? rejected : text;
}

/** What was sent in one round, and whether the address should take it. */
interface Sent {
  signature: WebhookSignature;
  body: Uint8Array;
  isForm: boolean;
  isWrong: boolean;
  isRepeated: boolean;
}

/** Checks a response, and returns the values of its run; null if it starts none. */
async function check(
  scene: Scene,
  { body, isForm, isWrong, isRepeated }: Sent,
  { status, json }: Awaited<ReturnType<Scene["send"]>>,
): Promise<Record<string, unknown> | null> {
  assert.deepEqual(scene.bugs, []);
  assert.ok(status === 202 || (status >= 400 && status < 500));
  const document = read(body, isForm);
  const expected = Object.entries(pointers).map(([name, { pointer, type }]) =>
    [name, given(type, follow(document, pointer))] as const
  );
  const isReadable = document !== undefined && !expected.some(([, value]) => value === rejected);
  const isTooLarge = body.length > webhookLimits.body;
  assert.equal(status === 202, !isWrong && !isRepeated && !isTooLarge && isReadable);
  if (status !== 202) return null;
  const values = await scene.takeRun(json.runId);
  assert.deepEqual(values, Object.fromEntries(expected.filter(([, value]) => value !== undefined)));
  return values;
}

Deno.test("webhook bodies: ten thousand random ones are read as they are or rejected, whatever they are signed with", async () => {
  await using scene = await Scene.open();
  const found = new Map<number, number>();
  const filled = new Set<string>();
  // GitHub signs the body alone, so that the same one is a repetition.
  const accepted = new Set<string>();
  for (let round = 0; round < COUNT; round++) {
    if (round % 50 === 0) {
      await scene.clear();
      accepted.clear();
    }
    const signature = webhookSignatures[round % webhookSignatures.length]!;
    const { path, secret } = scene.hooks.get(signature)!;
    const isForm = below(6) === 0;
    const large = largeShapes[round % 1_000];
    const body = large ? large() : isForm ? formOf() : pick(shapes)();
    const isWrong = below(20) === 0;
    const base64 = Buffer.from(body).toString("base64");
    const isRepeated = signature === "github" && accepted.has(base64);
    const sent = { signature, body, isForm, isWrong, isRepeated };
    const headers = {
      "content-type": isForm ? FORM_TYPE : pick(types),
      ...signatureOf(body as BodyInit, { signature, secret: isWrong ? "whsec_AAAA" : secret }),
    };
    const response = await scene.send(path, body, headers);
    found.set(response.status, (found.get(response.status) ?? 0) + 1);
    try {
      const values = await check(scene, sent, response);
      if (values === null) continue;
      if (signature === "github") accepted.add(base64);
      for (const name of Object.keys(values)) filled.add(name);
      // Of a secret in a header, nothing tells one that is sent again.
      if (signature === "header" || below(20) > 0) continue;
      assert.equal((await scene.send(path, body, headers)).status, 409);
      assert.deepEqual(await scene.ledger.db.selectFrom("run").select("id").execute(), []);
    } catch (cause) {
      throw new Error(`round ${round}: ${JSON.stringify(response)} for ${base64.slice(0, 2_000)}`, { cause });
    }
  }
  // It proves nothing unless enough of each gets through.
  const counts = JSON.stringify([...found]);
  assert.ok((found.get(202) ?? 0) > COUNT / 4, counts);
  for (const status of [401, 413, 422]) assert.ok((found.get(status) ?? 0) >= 10, counts);
  // Of a list they point at nothing, and hardly ever is it an object.
  const rare = ["padded", "end"];
  assert.deepEqual(Object.keys(pointers).filter((name) => !filled.has(name) && !rare.includes(name)), []);
});
