// Kills the panel before calls that change the disk, while it takes deliveries of webhooks, passes outputs on and lets people approve
// runs: nothing is half there, lost or done twice.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { removeOutputs } from "../../server/features/tasks/outputs/remove_outputs.ts";
import { OutputFolders } from "../../server/features/tasks/outputs/output_folders.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { killAtDiskCalls } from "../support/disk_call_kills.ts";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength } from "../support/suite_length.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";
import { signatureOf } from "../support/webhook_scene.ts";

const ignore = !await hasCompiler("kills while data passes through flows");
const POINTS = byLength(4, 100);

interface Crash {
  scene: PanelScene;
  calls: FailingCalls;
  /** A file outside of the data folder, to which runs write lines. */
  witness: string;
}

async function inScene(test: (crash: Crash) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, "data");
  await Deno.mkdir(dataDir);
  const calls = (await FailingCalls.build(folder.path, dataDir))!; // a compiler is available
  await using scene = await PanelScene.open({ dataDir, environment: calls.environment });
  await test({ scene, calls, witness: join(folder.path, "witness") });
  assert.deepEqual(leftFiles(scene), [], "files of runs that have ended");
}

/** What runs that have ended no longer need: exit files, contents that started them, variables. */
function leftFiles(scene: PanelScene): string[] {
  return readdirSync(scene.path("marks")).filter((name) => /^\d/.test(name));
}

/** Returns the lines that runs have written, in their order. */
function linesIn(witness: string): string[] {
  try {
    return Deno.readTextFileSync(witness).split("\n").filter((line) => line !== "").sort(byNumber);
  } catch {
    return [];
  }
}

function byNumber(a: string, b: string): number {
  return parseInt(a) - parseInt(b);
}

const isQuiet = (scene: PanelScene) => async () => await scene.countActive() === 0;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

Deno.test(
  `webhooks: a kill at ${POINTS} disk calls loses no accepted delivery, and none starts two runs`,
  { ignore },
  () =>
    inScene(async ({ scene, calls, witness }) => {
      const command =
        `echo "$SUNDIAL_RUN_ID $(sha256sum < "$SUNDIAL_TRIGGER_FILE" | cut -c1-64)" >> ${witness}`;
      const task = await scene.task(command, { name: "receive", overlap: { policy: "allow", limit: 100 } });
      const { secret, path } = await scene.panel.request("PUT", `/tasks/${task}/webhook`, {
        ...{ signature: "standard", mapping: {} },
      });
      const bodyOf = (sent: number) => JSON.stringify({ sent, padding: "ä".repeat(50_000) });
      const deliver = async (sent: number) => {
        const body = bodyOf(sent);
        const response = await scene.panel.fetch(path, {
          ...{ method: "POST", body },
          headers: {
            "content-type": "application/json",
            ...signatureOf(body, { signature: "standard", secret, id: `delivery ${sent}` }),
          },
        });
        await response.body?.cancel();
        return response.status;
      };
      const runsOf = () =>
        scene.query<{ id: number; state: string }>("select id, state from run order by id");
      let [sent, runs] = [0, 0];
      let isAccepted = false;
      await killAtDiskCalls({
        ...{ scene, calls, points: POINTS, isDone: isQuiet(scene) },
        async act() {
          isAccepted = false;
          isAccepted = await deliver(++sent) === 202;
        },
        async check() {
          const before = runs;
          runs = runsOf().length;
          if (isAccepted) assert.equal(runs - before, 1, "a delivery that was accepted starts one run");
          assert.ok(runs - before <= 1, "a delivery starts at most one run");
          // Its sender does not know, and sends it again.
          const expected = runs > before ? 409 : 202;
          assert.equal(await deliver(sent), expected);
          assert.equal(await deliver(sent), 409);
          await until("its run to end", isQuiet(scene));
          runs = runsOf().length;
          assert.equal(runs, sent);
          const all = runsOf();
          assert.deepEqual(all.map(({ state }) => state), Array(sent).fill("succeeded"));
          assert.deepEqual(
            linesIn(witness),
            all.map(({ id }, index) => `${id} ${sha256(bodyOf(index + 1))}`),
          );
          const [stored] = scene.query<{ accepted: number; contents: number; receipts: number }>(`
            select (select count(*) from webhook_delivery where reason is null) as accepted,
              (select count(*) from trigger_content) as contents, (select count(*) from webhook_receipt) as receipts`);
          assert.deepEqual({ ...stored }, { accepted: sent, contents: sent, receipts: sent });
        },
      });
    }),
);

const ROWS = "first line\n$(second)";
const FILE = "a,b\n".repeat(75_000);

Deno.test(
  `run outputs: a kill at ${POINTS} disk calls leaves them whole, and no folder behind`,
  { ignore },
  () =>
    inScene(async ({ scene, calls, witness }) => {
      const values = `printf 'count=3\\nrows<<END\\n%s\\nEND\\n' '${ROWS}' >> "$SUNDIAL_OUTPUT"`;
      const files =
        `yes a,b | head -n 75000 > "$SUNDIAL_OUTPUT_DIR/all.csv"; touch "$SUNDIAL_OUTPUT_DIR/empty"`;
      const first = await scene.task(`${values}; ${files}`, { name: "export" });
      const received = `cat "$SUNDIAL_INPUT_DIR/export/all.csv"; printf %s "$SUNDIAL_INPUT_ROWS"`;
      await scene.task(
        `ls "$SUNDIAL_INPUT_DIR/export" | grep -c . && echo "$SUNDIAL_RUN_ID $( (${received}) | sha256sum | cut -c1-64)" >> ${witness}`,
        { name: "load", upstream: { tasks: [{ taskId: first }] } },
      );
      let flows = 0;
      await killAtDiskCalls({
        ...{ scene, calls, points: POINTS },
        act: async () => void await scene.run(first),
        async isDone() {
          const { items } = await scene.panel.request("GET", "/flow-runs?pageSize=1");
          return items.every(({ state }: { state: string }) => state !== "running");
        },
        // deno-lint-ignore require-await -- an action of any kind
        async check() {
          const runs = scene.query<
            { id: number; name: string; state: string; outputs: string; files: number }
          >(`
            select id, task_name as name, state, values_json as outputs, files
            from run left join run_output on run_id = id order by id`);
          const exported = runs.filter(({ name }) => name === "export");
          const loaded = runs.filter(({ name }) => name === "load");
          assert.ok(exported.length - flows <= 1);
          flows = exported.length;
          assert.equal(loaded.length, flows);
          for (const { state } of runs) assert.equal(state, "succeeded");
          for (const { outputs, files } of exported) {
            assert.deepEqual([JSON.parse(outputs), files], [{ count: "3", rows: ROWS }, 2]);
          }
          assert.deepEqual(linesIn(witness), loaded.map(({ id }) => `${id} ${sha256(FILE + ROWS)}`));
        },
      });
      await removeLeftOutputs(scene);
      const folders = new OutputFolders(scene.path("outputs"));
      const exported = scene.query<{ id: number }>("select run_id as id from run_output order by run_id");
      assert.deepEqual(folders.list().sort((a, b) => a - b), exported.map(({ id }) => id));
      for (const { id } of exported) {
        assert.deepEqual(readdirSync(join(folders.root, String(id))), ["files"]);
      }
    }),
);

/** Does what the panel does once an hour. */
async function removeLeftOutputs(scene: PanelScene): Promise<void> {
  const db = openDatabase<Tables>(scene.path("sundial.sqlite"));
  try {
    await removeOutputs({ db, folders: new OutputFolders(scene.path("outputs")) });
  } finally {
    await db.destroy();
  }
}

const decisions = ["approve", "reject", "lapse"] as const;
const whileRuns = { approve: "are approved", reject: "are rejected", lapse: "lapse" } as const;

for (const decision of decisions) {
  const points = Math.ceil(POINTS / 2);
  Deno.test(
    `approvals: a kill at ${points} disk calls while runs ${whileRuns[decision]} lets each be decided once`,
    { ignore },
    () =>
      inScene(async ({ scene, calls, witness }) => {
        const task = await scene.task(`echo "$SUNDIAL_RUN_ID" >> ${witness}`, {
          ...{ name: "upload", requiresApproval: true, overlap: { policy: "allow", limit: 100 } },
        });
        const other = await scene.task("true", { name: "other" });
        const rowOf = (id: number) =>
          scene.query<{ state: string; skip_reason: string | null; approval_by: string | null }>(
            `select state, skip_reason, approval_by from run where id = ${id}`,
          )[0]!;
        const decide = async (id: number, what: "approve" | "reject"): Promise<number> => {
          const response = await scene.panel.send("POST", `/runs/${id}/${what}`, { remark: what });
          await response.body?.cancel();
          return response.status;
        };
        let [run, answer] = [0, 0];
        await killAtDiskCalls({
          ...{ scene, calls, points },
          async act() {
            [run, answer] = [0, 0];
            run = await scene.run(task);
            if (decision !== "lapse") answer = await decide(run, decision);
            else {
              lapseNow(scene, run);
              // The end of any run is a reason to look.
              await scene.run(other);
            }
          },
          async isDone() {
            const active = await scene.panel.request("GET", "/runs?state=queued,starting,running&pageSize=1");
            return active.total === 0;
          },
          async check() {
            const newest = scene.rows(task).at(-1)?.id ?? 0;
            // It was killed before anything was answered: the run is there, or it is not.
            if (run === 0) run = newest;
            if (answer === 200) assert.notEqual(rowOf(run).state, "waiting_for_approval");
            if (run > 0 && rowOf(run).state === "waiting_for_approval") {
              if (decision === "lapse") {
                lapseNow(scene, run);
                await scene.reaches(await scene.run(other), "succeeded");
              } else assert.equal(await decide(run, decision), 200);
            }
            if (run > 0) await scene.reaches(run, decision === "approve" ? "succeeded" : "skipped");
            for (const { id } of scene.rows(task)) {
              assert.equal(await decide(id, "approve"), 409);
              assert.equal(await decide(id, "reject"), 409);
              assertDecided(rowOf(id), decision);
            }
            const ran = scene.rows(task).filter(({ state }) => state === "succeeded");
            assert.deepEqual(linesIn(witness), ran.map(({ id }) => String(id)));
            assertAudited(scene, { task, run, isAnswered: answer === 200 });
          },
        });
      }),
  );
}

/** As if the time of a run had come. */
function lapseNow(scene: PanelScene, run: number): void {
  using database = new DatabaseSync(scene.path("sundial.sqlite"), { timeout: 10_000 });
  database.exec(`update run set approval_until = 1 where id = ${run} and state = 'waiting_for_approval'`);
}

function assertDecided(
  row: { state: string; skip_reason: string | null; approval_by: string | null },
  decision: (typeof decisions)[number],
): void {
  const expected = {
    approve: { state: "succeeded", skip_reason: null, approval_by: "mira" },
    reject: { state: "skipped", skip_reason: "rejected", approval_by: "mira" },
    lapse: { state: "skipped", skip_reason: "approval_lapsed", approval_by: null },
  };
  assert.deepEqual({ ...row }, expected[decision]);
}

/** Asserts that the audit log says of each run what the ledger does, once; of a decision that was not answered, perhaps nothing. */
function assertAudited(
  scene: PanelScene,
  { task, run, isAnswered }: { task: number; run: number; isAnswered: boolean },
): void {
  const entries = scene.query<{ act: string; object: string }>(
    "select act, object from audit_entry where act like 'runs.%' order by id",
  );
  for (const { id, state } of scene.rows(task)) {
    const ofRun = entries.filter(({ object }) => object.startsWith(`#${id} `)).map(({ act }) => act);
    const expected = state === "succeeded" ? "runs.approve" : "runs.reject";
    assert.ok(ofRun.length <= 1 && ofRun.every((act) => act === expected), `${id}: ${ofRun.join()}`);
    if (id === run && isAnswered) assert.deepEqual(ofRun, [expected]);
  }
}
