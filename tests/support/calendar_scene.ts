// The API of calendars, with files that the test provides instead of the network.
import { calendarRoutes } from "../../server/features/calendars/routes.ts";
import type { FetchedFile } from "../../server/features/icalendar/fetch_icalendar.ts";
import { LoadedCalendars } from "../../server/features/calendars/loaded_calendars.ts";
import { Calendars } from "../../server/features/calendars/service.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { LiveEvent } from "../../server/contract/events.ts";
import type { Database } from "../../server/engine/store.ts";
import type { Requester } from "../../server/contract/scopes.ts";
import { freshDatabase } from "./fresh_database.ts";
import { type AppResponse, type Call, TestApp } from "./test_app.ts";
import { TestClock } from "./test_clock.ts";

export class CalendarScene implements AsyncDisposable {
  /** What is at each address. */
  readonly files = new Map<string, FetchedFile>();
  readonly fetched: [url: string, requester: Requester][] = [];
  readonly events: LiveEvent[] = [];
  readonly logged: string[] = [];
  tasks: { id: number; name: string }[] = [];
  readonly clock = new TestClock("2026-11-29T12:00:00.000Z");
  readonly loaded: LoadedCalendars;
  readonly calendars: Calendars;
  readonly bus: Bus;

  private constructor(readonly db: Database) {
    this.bus = new Bus((error) => {
      throw error;
    });
    this.bus.listen((event) => this.events.push(event));
    const log = (message: string) => void this.logged.push(message);
    const options = {
      ...{ db, clock: this.clock, bus: this.bus },
      logger: { debug() {}, info() {}, warn: log, error: log },
    };
    this.loaded = new LoadedCalendars({ ...options, language: () => "en" });
    this.calendars = new Calendars({
      ...options,
      loaded: this.loaded,
      fetch: (url, requester) => {
        this.fetched.push([url, requester]);
        const missing = { problem: { code: "calendar_status" as const, params: { status: "404" } } };
        return Promise.resolve(this.files.get(url) ?? missing);
      },
      tasksUsing: () => Promise.resolve(this.tasks),
    });
  }

  #app!: TestApp;
  #cookie!: string;

  static async open(): Promise<CalendarScene> {
    const scene = new CalendarScene(await freshDatabase());
    await scene.loaded.open();
    scene.#app = await TestApp.open({ routes: calendarRoutes(scene.calendars) });
    scene.#cookie = await scene.#app.setUp();
    return scene;
  }

  async call(method: string, path: string, call: Call = {}): Promise<AppResponse> {
    return await this.#app.call(method, `/api/calendars${path}`, { cookie: this.#cookie, ...call });
  }

  /** Returns the JSON of a response. */
  // deno-lint-ignore no-explicit-any -- the test knows the contract
  async json(method: string, path: string, call: Call = {}): Promise<any> {
    return (await this.call(method, path, call)).json;
  }

  /** Creates a calendar and returns it. */
  // deno-lint-ignore no-explicit-any -- the test knows the contract
  async add(body: Record<string, unknown>): Promise<any> {
    const { status, json, text } = await this.call("POST", "", {
      body: { name: "Calendar", timeZone: "Asia/Shanghai", ...body },
    });
    if (status !== 201) throw new Error(text);
    return json;
  }

  /** The issues of a rejected calendar: path and code of each. */
  async refusal(body: Record<string, unknown>): Promise<string[]> {
    const { status, json } = await this.call("POST", "", {
      body: { name: "Calendar", timeZone: "UTC", ...body },
    });
    const { issues = [] } = json as { issues?: { path: string; code: string }[] };
    return status === 422 ? issues.map(({ path, code }) => `${path} ${code}`) : [String(status)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.loaded.close();
    await this.#app[Symbol.asyncDispose]();
    await this.db.destroy();
  }
}

/** An iCalendar file with whole-day events: dates such as `20261224`, with their names. */
export function calendarFile(days: Record<string, string>): string {
  const events = Object.entries(days).flatMap(([date, name]) => [
    ...["BEGIN:VEVENT", `UID:${date}@test`, "DTSTAMP:20260101T000000Z"],
    ...[`DTSTART;VALUE=DATE:${date}`, `SUMMARY:${name}`, "END:VEVENT"],
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...events, "END:VCALENDAR", ""].join("\r\n");
}
