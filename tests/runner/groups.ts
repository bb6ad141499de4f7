const MINUTE_MS = 60_000;

export interface Group {
  /** Test folders, relative to the root. */
  paths: string[];
  /**
   * How the files run. `workers`: concurrently in one process. `together`: one after the other in one process.
   * `dealt`: each file in its own process, two at a time, for tests that mostly wait for other processes: a panel,
   * commands, a browser.
   */
  way: "workers" | "together" | "dealt";
  /** For the whole group. */
  limitMs: number;
  needs: readonly ("page" | "browser")[];
  /** The longest by measurement, which start first: one that started last would run alone at the end. */
  longest?: readonly string[];
  /** Files that load the machine fully: they run alone, after everything else. */
  alone?: readonly string[];
}

/** The test groups, in the order they run. All limits together stay below 90 minutes, including the installation of a browser. */
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
