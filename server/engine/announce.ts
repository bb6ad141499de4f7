import type { EventType, Topic } from "../contract/events.ts";
import type { Clock } from "../platform/clock.ts";
import type { Bus } from "./bus.ts";

/** Publishes changes on the bus once they have been committed. */
export class Announcer {
  readonly #bus: Bus;
  readonly #clock: Clock;

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Publishes a change of a run, and the resulting state change of its task. */
  run(type: EventType & `run:${string}`, id: number, taskId: number | null): void {
    this.#publish("runs", type, id, 0, taskId);
    if (taskId !== null) this.#publish("tasks", "task:state_changed", taskId, 0, null);
  }

  /** Publishes a change of a task itself. */
  task(type: EventType & `task:${string}`, id: number, version: number): void {
    this.#publish("tasks", type, id, version, null);
  }

  /** Publishes a change of a view; `id` 0 means all views. */
  view(type: EventType & `view:${string}`, id: number, version: number): void {
    this.#publish("views", type, id, version, null);
  }

  /** Publishes a change of a variable; `id` 0 means several variables. */
  variable(id: number, version: number): void {
    this.#publish("variables", "variable:changed", id, version, null);
  }

  /** Publishes a change of a package; `id` 0 means any package. */
  dependency(id: number, version: number): void {
    this.#publish("dependencies", "dependency:changed", id, version, null);
  }

  subscription(type: EventType & `subscription:${string}`, id: number, version: number): void {
    this.#publish("subscriptions", type, id, version, null);
  }

  #publish(topic: Topic, type: EventType, id: number, version: number, taskId: number | null): void {
    const at = new Date(this.#clock.now()).toISOString();
    this.#bus.publish({ topic, type, id, version, at, ...(taskId === null ? {} : { taskId }) });
  }
}
