// The started panel while its wall clock is set, over the days on which clocks change, and after days without a panel.
import assert from "node:assert/strict";
import { hasCompiler } from "../support/failing_calls.ts";
import { PanelScene, type RunRow } from "../support/panel_scene.ts";
import { byLength, isLong, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";
import { WallClock } from "../support/wall_clock.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const ignore = !await hasCompiler("the wall clock");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

async function withClock(test: (scene: PanelScene, clock: WallClock) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const clock = await WallClock.build(folder.path);
  await using scene = await PanelScene.open({ environment: clock.environment });
  await test(scene, clock);
}

/** Waits until the planner has noticed the clock and decided what is due: it polls each second. */
const decide = () => new Promise((resolve) => setTimeout(resolve, 1_600));

Deno.test({
  name: "wall clock: steps back and forth run nothing twice, flood nothing and stop nothing",
  ignore,
  fn: () =>
    withClock(async (scene, clock) => {
      const witness = scene.path("witness");
      const add = (policy: string) =>
        scene.task(`echo "$SUNDIAL_RUN_ID" >> ${witness}`, {
          schedules: ["* * * * * *"],
          missed: { policy },
        });
      const ids = [await add("skip"), await add("last")];
      const steps = [30_000, -30_000, HOUR_MS, -HOUR_MS, 10 * YEAR_MS, -10 * YEAR_MS];
      for (const step of Array.from({ length: byLength(1, 5) }, () => steps).flat()) {
        clock.set(Date.now() + Math.max(0, step));
        await decide();
        // A session that ends in the year that the clock shows has ended.
        if ((await scene.panel.send("GET", "/tasks")).status === 401) await scene.panel.logIn();
      }
      await scene.panel.logIn();
      const before = Math.max(...scene.rows().map(({ id }) => id));
      const runs = (id: number) =>
        scene.rows(id).filter((row) => row.id > before && row.state === "succeeded");
      await until("both to run again", () => ids.every((id) => runs(id).length > 1));
      await scene.quiet(ids);
      const ran = scene.lines("witness");
      assert.equal(new Set(ran).size, ran.length, "a run ran twice");
      for (const id of ids) assertOnce(scene.rows(id));
      const caughtUp = scene.rows().filter(({ cause, state }) => cause === "missed" && state !== "skipped");
      assert.deepEqual(caughtUp.filter(({ task_id }) => task_id === ids[0]), []);
      assert.ok(caughtUp.length <= 3 * byLength(1, 5), `${caughtUp.length} runs were caught up`);
      scene.assertIntact();
      reportFigure("wall clock steps", `${ran.length} runs, none twice, ${caughtUp.length} caught up`);
    }),
});

/** No due time is in two rows. */
function assertOnce(rows: readonly RunRow[]): void {
  const spans = rows.filter(({ due_at }) => due_at !== null).map(({ due_at, due_through }) => ({
    from: due_at!,
    to: due_through ?? due_at!,
  })).sort((a, b) => a.from - b.from);
  for (const [index, { from }] of spans.entries()) {
    const before = spans[index - 1];
    if (before) assert.ok(before.to < from, `${new Date(from).toISOString()} was decided twice`);
  }
}

/** Days on which clocks change, from midnight, and how many hours they have. */
const days: [zone: string, from: string, hours: number][] = [
  ["America/New_York", "2027-03-14T05:00:00Z", 23],
  ["America/New_York", "2027-11-07T04:00:00Z", 25],
  ["Europe/Berlin", "2028-03-25T23:00:00Z", 23],
  ["Europe/Berlin", "2028-10-28T22:00:00Z", 25],
  ["Australia/Lord_Howe", "2029-03-31T13:00:00Z", 24.5],
  ["Australia/Lord_Howe", "2029-10-06T13:30:00Z", 23.5],
  ["Asia/Shanghai", "2030-03-13T16:00:00Z", 24],
];

Deno.test({
  name: "wall clock: on a day with a clock change, fixed times run once and intervals follow elapsed time",
  ignore,
  fn: () =>
    withClock(async (scene, clock) => {
      for (const [zone, from, hours] of isLong ? days : days.slice(0, 2)) {
        const [start, end] = [Date.parse(from), Date.parse(from) + hours * HOUR_MS];
        clock.set(start - 30_000);
        await scene.panel.logIn();
        const rules = ["30 2 * * *", "*/15 * * * *", "0 * * * *"];
        const missed = { policy: "all", limit: 100 };
        const ids: number[] = [];
        const previews: number[][] = [];
        for (const rule of rules) {
          ids.push(
            await scene.task("true", { name: `${rule} ${zone}`, schedules: [rule], timeZone: zone, missed }),
          );
          const query = { expression: rule, timeZone: zone, count: 100 };
          const { next } = await scene.panel.request("POST", "/cron/explain", query);
          previews.push(next.map((at: string) => Date.parse(at)).filter((at: number) => at < end));
        }
        const step = isLong ? HOUR_MS : DAY_MS;
        for (let at = start + step; at < end; at += step) {
          clock.set(at - 1);
          await decide();
        }
        clock.set(end - 10_000);
        await decide();
        const dues = ids.map((id) => {
          const rows = scene.rows(id).filter(({ due_at }) => due_at! < end);
          assert.ok(
            rows.every(({ due_count }) => due_count === 1),
            `${zone}: due times were skipped together`,
          );
          return rows.map(({ due_at }) => due_at!);
        });
        assert.equal(dues[0]!.length, 1, `${zone} ${from}: a fixed time ran ${dues[0]!.length} times`);
        assert.deepEqual(dues[1], localQuarters(zone, start, end, 15), `${zone} ${from}`);
        assert.deepEqual(dues[2], localQuarters(zone, start, end, 60), `${zone} ${from}`);
        assert.deepEqual(dues, previews, `${zone} ${from}: the preview differs`);
        await scene.quiet(ids);
      }
      reportFigure("days with a clock change", `${isLong ? days.length : 2}, each due time once`);
    }),
});

/** The minutes of a range whose local minute is a multiple of `every`, by counting all of them. */
function localQuarters(timeZone: string, start: number, end: number, every: number): number[] {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, minute: "numeric" });
  const minutes = Array.from({ length: (end - start) / MINUTE_MS }, (_, index) => start + index * MINUTE_MS);
  return minutes.filter((at) => Number(format.format(at)) % every === 0);
}

Deno.test({
  name: "wall clock: after three days without a panel, tasks skip or catch up once, within the limit",
  ignore,
  fn: () =>
    withClock(async (scene, clock) => {
      const half = byLength(20, 250);
      await scene.panel.request("PATCH", "/settings", { concurrency: 10 });
      const witness = scene.path("witness");
      const command =
        `echo "$SUNDIAL_RUN_ID start" >> ${witness}; sleep 0.1; echo "$SUNDIAL_RUN_ID end" >> ${witness}`;
      // Not due while they are created.
      clock.set("2027-05-05T05:05:01Z");
      await scene.panel.logIn();
      const groups: Record<"skip" | "last", number[]> = { skip: [], last: [] };
      for (const policy of ["skip", "last"] as const) {
        for (let n = 0; n < half; n++) {
          const more = { name: `${policy} ${n}`, schedules: ["5 * * * *"], missed: { policy } };
          groups[policy].push(await scene.task(command, more));
        }
      }
      const ids = [...groups.skip, ...groups.last];
      const known = Math.max(0, ...scene.rows().map(({ id }) => id));
      await scene.restart("SIGTERM", () => Promise.resolve(clock.set("2027-05-08T05:10:00Z")));
      await scene.panel.logIn();
      const rows = () => scene.rows().filter(({ id }) => id > known);
      await until(
        "all to be decided",
        () => new Set(rows().map(({ task_id }) => task_id)).size === ids.length,
      );
      await until("all to end", async () => await scene.countActive() === 0);
      for (const [policy, of] of Object.entries(groups)) {
        for (const id of of) {
          const own = rows().filter(({ task_id }) => task_id === id);
          const ran = own.filter(({ state }) => state === "succeeded");
          assert.equal(ran.length, policy === "skip" ? 0 : 1, `${policy}: ${JSON.stringify(own)}`);
          assert.equal(own.reduce((sum, { due_count }) => sum + due_count, 0), 72);
          assert.ok(own.length <= 2, JSON.stringify(own));
        }
      }
      const most = mostAtOnce(scene.lines("witness"));
      assert.ok(most <= 10, `${most} ran at once`);
      reportFigure(
        "three days without a panel",
        `${ids.length} tasks, ${half} caught up once, at most ${most} at once, ready in ${
          Math.round(scene.panel.readyMs)
        } ms`,
      );
    }),
});

function mostAtOnce(lines: readonly string[]): number {
  let [now, most] = [0, 0];
  for (const line of lines) {
    now += line.endsWith("start") ? 1 : -1;
    most = Math.max(most, now);
  }
  return most;
}
