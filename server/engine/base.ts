import type { Language } from "../contract/settings.ts";
import type { Clock } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { Bus } from "./bus.ts";
import type { Database } from "./store.ts";

/** What nearly every service works with. Options name what they need of it: `extends Pick<Base, "db" | "clock">`. */
export interface Base {
  db: Database;
  clock: Clock;
  logger: Logger;
  bus: Bus;
  /** Returns the panel's time zone: that of logs, and of tasks and subscriptions that set none. */
  zone(): string;
  /** Returns the panel's language, in which it writes into logs. */
  language(): Language;
}
