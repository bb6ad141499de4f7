// Notifications over an in-memory database and a frozen clock: rules and deliveries are real, the only
// channel records what it receives and responds as configured.
import { parse } from "../../server/contract/parsed.ts";
import { join } from "node:path";
import { runTexts } from "../../server/contract/messages/run_texts.ts";
import { channelInput, type NotificationRule, rulesBody } from "../../server/contract/notifications.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { Database } from "../../server/engine/store.ts";
import { Channels } from "../../server/features/notifications/channel_service.ts";
import type { ChannelType, Message } from "../../server/features/notifications/channels/channel_type.ts";
import { optional, required } from "../../server/features/notifications/channels/fields.ts";
import { Deliveries } from "../../server/features/notifications/delivery_service.ts";
import { Dispatcher } from "../../server/features/notifications/dispatcher.ts";
import type { EventReport } from "../../server/features/notifications/event.ts";
import { Rules } from "../../server/features/notifications/rule_service.ts";
import { Notifier } from "../../server/features/notifications/notifier.ts";
import { Sealer } from "../../server/platform/seal.ts";
import { TestClock } from "./test_clock.ts";
import { freshDatabase } from "./fresh_database.ts";

export interface Sent extends Message {
  at: number;
  token: string;
}

export class NotificationScene implements AsyncDisposable {
  readonly bus = new Bus((error) => {
    throw error;
  });
  readonly sealer: Sealer;
  readonly sent: Sent[] = [];
  readonly logged: string[] = [];
  readonly channels: Channels;
  readonly rules: Rules;
  readonly deliveries: Deliveries;
  readonly notifier: Notifier;
  dispatcher: Dispatcher;
  language: "en" | "zh" = "en";
  zone = "UTC";
  /** The service's response to a message. */
  response: (message: Message) => Promise<string> | string = () => "fine";
  isSilent: (about: { labels: readonly string[] }) => boolean = () => false;
  readonly #shared;

  private constructor(readonly db: Database, readonly folder: string, readonly clock: TestClock) {
    this.sealer = new Sealer(folder);
    const log = (message: string, fields?: unknown) =>
      void this.logged.push(`${message} ${JSON.stringify(fields)}`);
    this.#shared = {
      ...{ db, bus: this.bus, clock, sealer: this.sealer, types: [this.#type()] },
      logger: { debug: () => {}, info: () => {}, warn: log, error: log },
      settings: () => ({ language: this.language, effectiveTimeZone: this.zone, title: "Sundial" }),
      panelProxy: () => null,
      panelLink: () => "https://panel.example/crontab",
      linkTo: (page: string) => `https://panel.example${page}`,
      openSender: () => ({
        now: () => clock.now(),
        request: () => Promise.reject(new Error("unexpected request")),
        mail: () => Promise.reject(new Error("unexpected mail")),
      }),
      onRows: () => this.dispatcher.wake(),
      isSilent: (about: { labels: readonly string[] }) => this.isSilent(about),
    };
    this.channels = new Channels({ ...this.#shared, signal: new AbortController().signal });
    this.rules = new Rules(this.#shared);
    this.deliveries = new Deliveries(this.#shared);
    this.notifier = new Notifier(this.#shared);
    this.dispatcher = new Dispatcher(this.#shared);
  }

  /** Opens it with one channel, which is the default; the default rule is deleted. */
  static async open(at = "2026-03-04T12:00:00.000Z"): Promise<NotificationScene> {
    const db = await freshDatabase();
    const folder = await Deno.makeTempDir({ prefix: "sundial-notifications-" });
    const scene = new NotificationScene(db, folder, new TestClock(at));
    await scene.channels.create(
      parse(channelInput, { name: "Fake", type: "fake", fields: { fakeToken: "t0ken-5ecret" } }),
      {
        language: "en",
        requester: "person",
        readsLogs: true,
      },
    );
    await scene.rules.replace(parse(rulesBody, { rules: [] }), { readsLogs: true });
    await scene.dispatcher.open();
    return scene;
  }

  /** Replaces all rules by one, which sends everything immediately by default. */
  async rule(rule: Partial<NotificationRule>): Promise<number> {
    const { rules: stored } = await this.rules.replace(
      parse(rulesBody, {
        rules: [{
          ...{
            name: "Rule",
            enabled: true,
            events: ["run_failed"],
            labels: null,
            taskIds: null,
            channelIds: [],
          },
          ...{ quietHours: null, groupMs: 0, longerThanMs: null, oncePerState: false },
          ...{ title: null, content: null, language: null },
          ...rule,
        }],
      }),
      { readsLogs: true },
    );
    return stored[0]!.id;
  }

  /** Publishes a failed run of a task and sends what is due. */
  async fails(name: string, more: Partial<EventReport> = {}): Promise<void> {
    await this.notifier.notify({
      ...{ events: ["run_failed", "run_ended"], at: this.clock.now(), subject: "task:1" },
      ...{
        task: { id: 1, labels: [], pool: null, notify: {}, muted: false },
        page: "/crontab/logModal?id=1&run=7",
      },
      fields: ({ language }) => ({
        task: name,
        run: "7",
        outcome: runTexts[language].states.failed,
        exitCode: "3",
      }),
      ...more,
    });
    await this.dispatcher.idle();
  }

  /** Advances the clock step by step, so that messages are sent when they are due. */
  async pass(ms: number, stepMs = 1_000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.clock.advance(Math.min(stepMs, left));
      await this.dispatcher.idle();
    }
  }

  /** Stops the notifications at any point, and restarts them over the same data. */
  async restart(): Promise<void> {
    await this.close();
    this.dispatcher = new Dispatcher(this.#shared);
    await this.dispatcher.open();
    await this.dispatcher.idle();
  }

  /** Closes it; aborts hanging requests. */
  async close(): Promise<void> {
    const closed = this.dispatcher.close();
    for (let isClosed = false; !isClosed;) {
      isClosed = await Promise.race([
        closed.then(() => true),
        new Promise<false>((next) => setTimeout(next, 0, false)),
      ]);
      if (!isClosed) this.clock.advance(1_000);
    }
  }

  async rows() {
    return await this.db.selectFrom("delivery").selectAll().orderBy("id").execute();
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.db.destroy();
    await Deno.remove(this.folder, { recursive: true });
    if (this.clock.timers > 0) throw new Error(`${this.clock.timers} timers are left`);
  }

  #type(): ChannelType {
    return {
      type: "fake",
      label: { en: "Fake", zh: "测试渠道" },
      fields: [
        required("fakeToken", "secret", "content", "Token", "令牌"),
        optional("fakeUrl", "address", "destination", "Address", "地址", { default: "https://fake.example" }),
        optional("fakeLevel", "number", "content", "Level", "级别"),
        optional("fakeLoud", "switch", "content", "Loud", "响亮", { default: "false" }),
      ],
      limits: { title: 120, content: 20_000 },
      check: ({ fakeLevel: level }) =>
        level === "13" ? { fakeLevel: { en: "There is no level 13", zh: "没有级别 13" } } : {},
      send: async (message, values) => {
        this.sent.push({ ...message, at: this.clock.now(), token: values.fakeToken ?? "" });
        return await this.response(message);
      },
    };
  }
}
