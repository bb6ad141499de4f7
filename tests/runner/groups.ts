const MINUTE_MS = 60_000;

export interface Group {
  /** Folders of tests, from the root. */
  paths: string[];
  /**
   * How its files run. `workers`: beside each other in one process. `together`: one after the other in one process.
   * `dealt`: each file a process of its own, two at a time, where a test mostly waits for other processes: a panel,
   * commands, a browser.
   */
  way: "workers" | "together" | "dealt";
  /** For all of it. */
  limitMs: number;
  needs: readonly ("page" | "browser")[];
  /** The longest by measure, which are dealt first: one that begins last would run by itself at the end. */
  longest?: readonly string[];
  /** Those that load the machine as much as it bears: dealt by themselves, when nothing else runs any more. */
  alone?: readonly string[];
}

/** What the tests are made of, in the order they run. The limits together stay below 90 minutes, the install of a browser included. */
export const groups: Record<string, Group> = {
  quick: {
    paths: ["server", "web", "tools", "tests/runner", "tests/support", "tests/architecture", "tests/api"],
    way: "workers",
    limitMs: 15 * MINUTE_MS,
    needs: [],
  },
  engine: {
    paths: ["tests/integration"],
    way: "dealt",
    limitMs: 25 * MINUTE_MS,
    needs: [],
    alone: ["backup_load_test.ts", "guessing_test.ts", "log_cap_test.ts", "variables_test.ts"],
  },
  executable: { paths: ["tests/executable"], way: "together", limitMs: 5 * MINUTE_MS, needs: ["page"] },
  e2e: {
    paths: ["tests/e2e"],
    way: "dealt",
    limitMs: 40 * MINUTE_MS,
    needs: ["page", "browser"],
    longest: ["every_screen_test.ts", "model_test.ts"],
  },
};
