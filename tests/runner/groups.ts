const MINUTE_MS = 60_000;

export interface Group {
  /** Folders of tests, from the root. */
  paths: string[];
  /**
   * How its files run. `workers`: beside each other in one process. `alone`: one after the other, where tests measure
   * time. `dealt`: each file a process of its own, two at a time, where a test is a browser and a panel that mostly
   * wait for each other.
   */
  way: "workers" | "alone" | "dealt";
  /** For all of it. */
  limitMs: number;
  needs: readonly ("page" | "browser")[];
  /** The longest by measure, which are dealt first: one that begins last would run by itself at the end. */
  longest?: readonly string[];
}

/** What the tests are made of, in the order they run. The limits together stay below 90 minutes, the install of a browser included. */
export const groups: Record<string, Group> = {
  quick: {
    paths: ["server", "web", "tools", "tests/runner", "tests/support", "tests/house", "tests/api"],
    way: "workers",
    limitMs: 10 * MINUTE_MS,
    needs: [],
  },
  engine: {
    paths: ["tests/engine", "tests/conformance"],
    way: "alone",
    limitMs: 20 * MINUTE_MS,
    needs: [],
  },
  executable: { paths: ["tests/executable"], way: "alone", limitMs: 5 * MINUTE_MS, needs: ["page"] },
  e2e: {
    paths: ["tests/e2e"],
    way: "dealt",
    limitMs: 45 * MINUTE_MS,
    needs: ["page", "browser"],
    longest: ["every_screen_test.ts", "model_test.ts"],
  },
};
