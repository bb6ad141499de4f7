// The names under which a task gets the outputs of the tasks before it.
import { RESERVED_PREFIX } from "../../../contract/variables.ts";

const INPUT_PREFIX = `${RESERVED_PREFIX}INPUT_`;

/** The outputs of a task before another one. */
export interface Upstream {
  taskId: number;
  taskName: string;
  values: Readonly<Record<string, string>>;
}

/** Returns a name as part of the name of a variable. */
export function inputName(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9_]/g, "_");
}

/** Returns the names of tasks for variables: those without a letter of it, and those that are equal, have their ID instead. */
export function taskNames(tasks: readonly Pick<Upstream, "taskId" | "taskName">[]): Map<number, string> {
  const names = tasks.map(({ taskId, taskName }) => ({ taskId, name: inputName(taskName) }));
  return new Map(names.map(({ taskId, name }) => {
    const isOwn = /[A-Z0-9]/.test(name) &&
      names.every((other) => other.taskId === taskId || other.name !== name);
    return [taskId, isOwn ? name : `TASK_${taskId}`];
  }));
}

/**
 * Returns the variables of a task for the outputs of those before it, in their order. Where several have the same name, each gets a
 * variable with the name of its task, too, and the last of them the one without.
 */
export function inputVariables(upstreams: readonly Upstream[]): Record<string, string> {
  const names = taskNames(upstreams);
  const plain = new Map<string, string>();
  const withTask = new Map<string, string>();
  const givenBy = new Map<string, Set<number>>();
  for (const { taskId, values } of upstreams) {
    for (const [key, value] of Object.entries(values)) {
      const name = inputName(key);
      plain.set(`${INPUT_PREFIX}${name}`, value);
      withTask.set(`${names.get(taskId)}_${name}`, value);
      givenBy.set(name, (givenBy.get(name) ?? new Set()).add(taskId));
    }
  }
  const collided = [...givenBy].filter(([, tasks]) => tasks.size > 1).flatMap(([name, tasks]) =>
    [...tasks].map((id) => `${names.get(id)}_${name}`)
  );
  return Object.fromEntries([
    ...collided.map((name) => [`${INPUT_PREFIX}${name}`, withTask.get(name) ?? ""] as const),
    ...plain,
  ]);
}
