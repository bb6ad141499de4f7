// A user manages variables, by role and label: single ones and batches, secrets, order, import and export.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { List } from "../../server/contract/shapes.ts";
import type { Variable } from "../../server/contract/variables.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const SECRET = "tk_9f31c0ffee77";

testStory("variables: edited, reordered, exported, imported and used by a task", async (story, t) => {
  const scene = sceneOf(story);
  await runSteps(t, scene, {
    "the empty page leads to the form, and an error appears at its field": createFirst,
    "a pasted list becomes several variables, after a preview": splitOnPaste,
    "a secret is hidden until it is revealed, also in its form": keepSecret,
    "rows are moved by keyboard and by dragging": changeOrder,
    "a rejected order is reported, and the list restores the server's": rejectOrder,
    "several are renamed, disabled and labelled together": changeSeveral,
    "the list is filtered, and the URL stores the filters": narrow,
    "a header sorts ascending, descending, then not at all": sortColumn,
    "exported variables are imported, after a preview": carryOver,
    "a task prints its variables with the secret masked, and users of each are listed": runTask,
    "everything by keyboard": useKeyboard,
  });
});

testStory("variables: on a small screen switch and menu are visible", useSmallScreen, {
  window: { width: 1024, height: 768 },
});

testStory("variables: on a phone", usePhone, { window: phone });

interface Scene extends Story {
  dialog: Locator;
  /** Returns name and value of all variables, in order. */
  stored(): Promise<string[]>;
}

function sceneOf(story: Story): Scene {
  const { page, panel } = story;
  return {
    ...story,
    dialog: page.getByRole("dialog"),
    stored: async () =>
      (await panel.json<List<Variable>>("/api/variables?pageSize=500")).items.map(({ name, value }) =>
        `${name}=${value}`
      ),
  };
}

async function createFirst({ page, at, format, dialog, row, stored }: Scene): Promise<void> {
  await page.goto(at("/env"));
  await page.getByRole("button", { name: format("variables.createFirst") }).click();
  await page.waitForURL(/env\/modal$/);
  const create = dialog.getByRole("button", {
    name: format("variables.createCount", { count: 1 }),
    exact: true,
  });
  await create.click();
  await dialog.getByRole("alert").waitFor(); // a variable needs a name
  const name = dialog.getByLabel(format("variables.name"), { exact: true });
  await name.fill("9 lives");
  await dialog.getByLabel(format("variables.value"), { exact: true }).fill("first");
  await create.click();
  await until("the error", async () => await name.getAttribute("aria-invalid") === "true");
  await hasFocus(name);
  assert.equal(await dialog.getByText(format("variables.nameHelp")).count(), 1);
  await name.fill("FIRST");
  await until("it can be submitted now", async () => await name.getAttribute("aria-invalid") === null);
  await dialog.getByLabel(format("variables.remarks"), { exact: false }).fill("账号 one");
  await page.keyboard.press("Control+Enter");
  await row("FIRST").waitFor();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await stored(), ["FIRST=first"]);
}

async function splitOnPaste({ page, format, dialog, row, stored }: Scene): Promise<void> {
  await page.getByRole("button", { name: format("variables.new") }).click();
  const name = dialog.getByLabel(format("variables.name"), { exact: true });
  await name.focus();
  await paste(name, "export COOKIE='one&two&three'");
  const value = dialog.getByLabel(format("variables.value"), { exact: true });
  await until("it is read", async () => await value.inputValue() === "one&two&three");
  assert.equal(await name.inputValue(), "COOKIE");
  await dialog.getByRole("button", { name: format("variables.split", { count: 3 }) }).click();
  const preview = dialog.getByRole("region", { name: format("variables.splitPreview") });
  await preview.getByRole("listitem").nth(2).waitFor();
  assert.deepEqual(await preview.getByRole("listitem").allTextContents(), [
    ...["COOKIEone", "COOKIEtwo", "COOKIEthree"],
  ]);
  await dialog.getByRole("button", { name: format("variables.createCount", { count: 3 }) }).click();
  await until("three rows", async () => await row("COOKIE").count() === 3);
  assert.deepEqual(await stored(), ["FIRST=first", "COOKIE=one", "COOKIE=two", "COOKIE=three"]);
}

async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function keepSecret({ page, panel, format, dialog, row }: Scene): Promise<void> {
  await page.getByRole("button", { name: format("variables.new") }).click();
  await dialog.getByLabel(format("variables.name"), { exact: true }).fill("TOKEN");
  await dialog.getByLabel(format("variables.value"), { exact: true }).fill(SECRET);
  await dialog.getByRole("switch", { name: format("variables.secret") }).click();
  await dialog.getByRole("button", { name: format("variables.createCount", { count: 1 }), exact: true })
    .click();
  await row("TOKEN").waitFor();
  assert.ok(!(await page.content()).includes(SECRET));
  await row("TOKEN").hover();
  await row("TOKEN").getByRole("button", { name: `${format("variables.reveal")}: TOKEN` }).click();
  await row("TOKEN").getByText(SECRET).first().waitFor();
  await row("TOKEN").getByRole("button", { name: `${format("variables.hide")}: TOKEN` }).click();
  await row("TOKEN").getByText(SECRET).waitFor({ state: "detached" });
  await row("TOKEN").getByRole("button", { name: "TOKEN", exact: true }).click();
  const value = dialog.getByLabel(format("variables.value"), { exact: true });
  await value.waitFor();
  assert.equal(await value.inputValue(), "");
  await dialog.getByLabel(format("variables.remarks"), { exact: false }).fill("kept");
  await dialog.getByRole("button", { name: format("ui.save") }).click();
  await row("TOKEN").getByText("kept").first().waitFor();
  const { items: [token] } = await panel.json<List<Variable>>("/api/variables?name=TOKEN");
  assert.equal(token!.value, "***");
  const revealed = await panel.json<Variable>(`/api/variables/${token!.id}?reveal=true`);
  assert.equal(revealed.value, SECRET);
}

async function changeOrder({ page, row, stored, format }: Scene): Promise<void> {
  await row("TOKEN").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await until("two up", async () => (await stored())[2] === "TOKEN=***");
  await hasFocus(row("TOKEN"));
  const handle = row("TOKEN").getByRole("button", { name: format("variables.move", { name: "TOKEN" }) });
  const drag = async (to: Locator, past: number) => {
    const [from, { y }] = [(await handle.boundingBox())!, (await to.boundingBox())!];
    const [x, top] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, top);
    await page.mouse.down();
    // A hand drifts: the pointer leaves the handle, which moves along in the page.
    for (let step = 1; step <= 12; step++) {
      await page.mouse.move(x + 10 * step, top + (y + past - top) * step / 12);
    }
    await page.mouse.up();
  };
  await drag(row("COOKIE").nth(2), 30);
  await until("last", async () => (await stored())[4] === "TOKEN=***");
  await drag(row("FIRST"), 4);
  await until("on top", async () => (await stored())[0] === "TOKEN=***");
  const grip = row("FIRST").getByRole("button", { name: format("variables.move", { name: "FIRST" }) });
  await grip.focus();
  await page.keyboard.press("Space");
  await until("picked up", async () => await grip.getAttribute("aria-pressed") === "true");
  await page.keyboard.press("ArrowDown");
  const moved = format("controls.dragMoved", { name: "FIRST", position: 3, total: 5 });
  await page.getByRole("status").getByText(moved).waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await until("dropped", async () => (await stored())[2] === "FIRST=first");
  await hasFocus(grip);
  await page.keyboard.press("ArrowUp"); // without starting a drag
  await until("one up", async () => (await stored())[1] === "FIRST=first");
  assert.deepEqual(await stored(), ["TOKEN=***", "FIRST=first", "COOKIE=one", "COOKIE=two", "COOKIE=three"]);
}

async function rejectOrder({ page, row, stored, format }: Scene): Promise<void> {
  const before = await stored();
  await page.route("**/api/variables/order", (route) => route.abort());
  await row("FIRST").focus();
  // The message disappears after three seconds, so it is awaited from before.
  await Promise.all([
    page.getByText(format("variables.orderFailed")).first().waitFor(),
    page.keyboard.press("Alt+ArrowUp"),
  ]);
  await page.unroute("**/api/variables/order");
  const first = page.locator("tr[data-row]").first();
  await until("the panel's order", async () => await first.getAttribute("aria-label") === "TOKEN");
  assert.deepEqual(await stored(), before);
}

async function changeSeveral({ page, panel, format, dialog, row, stored }: Scene): Promise<void> {
  const cookies = row("COOKIE");
  await cookies.nth(0).getByRole("checkbox").click();
  await cookies.nth(1).getByRole("checkbox").click({ modifiers: ["Shift"] });
  const bar = page.getByRole("toolbar", { name: format("variables.batch") });
  await bar.getByText(format("tasks.selected", { count: 2 })).first().waitFor();
  await bar.getByRole("button", { name: format("variables.renameSome") }).click();
  await page.waitForURL(/env\/editNameModal\?ids=2%2C3/);
  await page.reload();
  await dialog.getByLabel(format("variables.newName")).fill("ACCOUNT");
  await dialog.getByRole("button", { name: format("variables.rename"), exact: true }).click();
  await until("both", async () => await row("ACCOUNT").count() === 2);
  assert.deepEqual((await stored()).slice(2), ["ACCOUNT=one", "ACCOUNT=two", "COOKIE=three"]);
  for (const index of [0, 1]) await row("ACCOUNT").nth(index).getByRole("checkbox").click();
  await bar.getByRole("button", { name: format("tasks.disable") }).click();
  await until("both off", async () => await disabled(panel) === 2);
  const before = await stored();
  await bar.getByRole("button", { name: format("variables.toStart") }).click();
  await until(
    "both at the top",
    async () => (await stored()).slice(0, 2).every((one) => /^ACCOUNT=/.test(one)),
  );
  await page.getByRole("button", { name: format("ui.undo") }).click();
  await until("the previous order", async () => (await stored()).join() === before.join());
  await bar.getByRole("button", { name: format("tasks.editLabels") }).click();
  await dialog.getByLabel(format("task.labelsAdd")).fill("签到");
  await dialog.getByRole("button", { name: format("ui.save") }).click();
  await row("ACCOUNT").first().getByText("签到").first().waitFor();
  await row("ACCOUNT").first().getByRole("switch").click();
  await until("one on again", async () => await disabled(panel) === 1);
  await page.getByRole("button", { name: format("tasks.clearSelection") }).click();
}

async function disabled(panel: Story["panel"]): Promise<number> {
  return (await panel.json<List<Variable>>("/api/variables?enabled=false")).total;
}

async function narrow({ page, at, format, dialog, row }: Scene): Promise<void> {
  await page.getByLabel(format("variables.search")).fill("账号");
  await row("ACCOUNT").first().waitFor({ state: "detached" });
  await row("FIRST").waitFor();
  await page.waitForURL(/\?q=/);
  await page.reload();
  await row("FIRST").waitFor();
  assert.equal(await page.getByLabel(format("variables.search")).inputValue(), "账号");
  await page.goto(at("/env?state=disabled&label=签到"));
  await until("one row", async () => await row("ACCOUNT").count() === 1);
  const chips = page.getByRole("group", { name: format("tasks.filters") });
  const chip = format("ui.labelAndValue", {
    label: format("tasks.status"),
    value: format("variables.stateDisabled"),
  });
  await chips.getByRole("button", { name: format("ui.remove", { name: chip }) }).click();
  await until("two rows", async () => await row("ACCOUNT").count() === 2);
  await page.getByRole("button", { name: format("variables.filter"), exact: true }).click();
  await page.getByRole("menuitem", { name: "签到" }).or(page.getByRole("menuitemcheckbox", { name: "签到" }))
    .click();
  await row("TOKEN").waitFor();
  await page.getByLabel(format("variables.search")).fill("TOK");
  await page.getByRole("button", { name: format("variables.new") }).click();
  await page.waitForURL(/env\/modal\?.*q=TOK/); // the search has been applied and closed nothing
  await hasFocus(dialog.getByLabel(format("variables.name"), { exact: true }));
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await row("TOKEN").waitFor();
  await page.getByLabel(format("variables.search")).fill("nothing like it");
  await page.getByRole("button", { name: format("ui.clearFilters") }).click();
  await row("TOKEN").waitFor();
}

async function sortColumn({ page, at, format }: Scene): Promise<void> {
  await page.goto(at("/env"));
  const head = (column: string) => page.getByRole("columnheader", { name: column });
  const sorts = async (column: string, directions: readonly string[]) => {
    for (const direction of directions) {
      await head(column).getByRole("button").click();
      await until(direction, async () => await head(column).getAttribute("aria-sort") === direction);
    }
  };
  await sorts(format("variables.name"), ["ascending", "descending", "none", "ascending"]);
  await page.waitForURL(/sort=name/);
  const rows = page.locator("tr[data-row]");
  await until("by name", async () => await rows.first().getAttribute("aria-label") === "ACCOUNT");
  assert.equal(
    await page.getByRole("button", { name: format("variables.move", { name: "FIRST" }) }).count(),
    0,
  );
  await sorts(format("variables.updated"), ["descending", "ascending", "none"]);
  await until("in order again", async () => await rows.first().getAttribute("aria-label") === "TOKEN");
}

async function carryOver({ page, format, dialog, row, stored }: Scene): Promise<void> {
  await page.getByRole("button", { name: format("ui.more"), exact: true }).click();
  await page.getByRole("menuitem", { name: format("variables.exportAll") }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: format("variables.download") }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "variables.json");
  const written = JSON.parse(await Deno.readTextFile(await download.path()));
  assert.deepEqual(written.map(({ name, value }: Variable) => `${name}=${value}`), [
    ...["TOKEN=null", "FIRST=first", "ACCOUNT=one", "ACCOUNT=two", "COOKIE=three"],
  ]);
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: format("variables.import") }).click();
  await page.waitForURL(/import=1/);
  const text = "FIRST=other\nCOOKIE=three\n9=x\nADDED='one\ntwo'\n";
  await dialog.getByLabel(format("variables.importText"), { exact: true }).fill(text);
  await dialog.getByLabel(format("variables.existing")).click();
  await page.getByRole("option", { name: format("variables.existingReplace") }).click();
  await dialog.getByRole("button", { name: format("imports.preview") }).click();
  await dialog.getByText(
    format("variables.importSummary", { added: 1, replaced: 1, skipped: 1, rejected: 1 }),
  ).first()
    .waitFor();
  for (const state of ["stateNew", "stateChanged", "stateSame", "stateRefused"] as const) {
    await dialog.getByText(format(`variables.${state}`), { exact: true }).first().waitFor();
  }
  assert.equal((await stored()).length, 5);
  await dialog.getByRole("button", { name: format("variables.importCount", { count: 2 }) }).click();
  await page.getByText(format("variables.imported", { count: 2, skipped: 2 }), { exact: true }).first()
    .waitFor();
  await row("ADDED").waitFor();
  assert.deepEqual(await stored(), [
    ...["TOKEN=***", "FIRST=other", "ACCOUNT=one", "ACCOUNT=two", "COOKIE=three", "ADDED=one\ntwo"],
  ]);
}

async function runTask({ page, at, add, run, format, dialog, row }: Scene): Promise<void> {
  const command = 'echo "first is $FIRST"; echo "token is $TOKEN"; printf %s "$TOKEN" | base64';
  const all = await add({ name: "Printer", command });
  await add({ name: "By label", command: "true", variableLabels: ["签到"] });
  await run(all);
  await page.goto(at(`/crontab/logModal?id=${all}`));
  await dialog.getByText("first is other").first().waitFor();
  await dialog.getByText("token is ***").first().waitFor();
  assert.ok(!(await page.content()).includes(SECRET));
  await page.goto(at("/env"));
  // Only one of both is enabled.
  const count = (tasks: number) =>
    `${format("variables.usedByOf", { name: "ACCOUNT" })}: ${
      format("variables.usedByTasks", { count: tasks })
    }`;
  await row("ACCOUNT").getByRole("button", { name: count(0) }).waitFor();
  await row("ACCOUNT").getByRole("button", { name: count(2) }).click();
  const panel = page.getByRole("dialog", { name: format("variables.usedByOf", { name: "ACCOUNT" }) });
  await panel.getByRole("link", { name: "By label" }).click();
  await page.waitForURL(/crontab\/detail\?id=2/);
  // The list updates for new tasks: those created while it was not open, and others.
  await add({ name: "Another", command: "true" });
  await page.goBack();
  await row("ACCOUNT").getByRole("button", { name: count(3) }).waitFor();
  await add({ name: "One more", command: "true" });
  await row("ACCOUNT").getByRole("button", { name: count(4) }).waitFor();
  await row("ACCOUNT").first().getByRole("button", { name: "ACCOUNT", exact: true }).click();
  const users = dialog.getByRole("region", { name: format("variables.usedBy") });
  await users.getByRole("link", { name: "Printer" }).waitFor();
  await users.getByText(format("variables.usedByLabel", { labels: "签到" })).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // Typing faster than the suggestions, which appear once the server has returned them.
  const requested = Promise.withResolvers<void>();
  await page.route("**/api/variables/labels", async (route) => {
    await requested.promise;
    await route.continue();
  }, { times: 1 });
  await page.goto(at("/crontab/modal?id=2"));
  await dialog.getByRole("button", { name: format("task.advanced") }).click();
  await dialog.getByRole("button", { name: format("ui.remove", { name: "签到" }) }).click();
  await dialog.getByLabel(format("tasks.variableLabels"), { exact: true }).click();
  requested.resolve();
  await page.getByRole("listbox").getByRole("option", { name: "签到" }).click();
  await dialog.getByRole("button", { name: format("ui.remove", { name: "签到" }) }).waitFor();
}

async function useKeyboard({ page, at, format, dialog, row, stored }: Scene): Promise<void> {
  await page.goto(at("/env"));
  await row("TOKEN").waitFor();
  await page.keyboard.press("n");
  const name = dialog.getByLabel(format("variables.name"), { exact: true });
  await hasFocus(name);
  await page.keyboard.type("BY_KEYS");
  await page.keyboard.press("Tab");
  await page.keyboard.type("typed");
  await page.keyboard.press("Control+Enter");
  await row("BY_KEYS").waitFor();
  await dialog.waitFor({ state: "detached" });
  await row("TOKEN").focus();
  await page.keyboard.press("End");
  await hasFocus(row("BY_KEYS"));
  await page.keyboard.press("e");
  await page.waitForURL(/modal\?id=/);
  await hasFocus(name);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await hasFocus(row("BY_KEYS"));
  await page.keyboard.press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: format("ui.delete") }).click();
  // Behind a dialog no row has a role, so the test asks the API.
  await until("it is deleted", async () => (await stored()).length === 6);
  await page.getByRole("button", { name: format("ui.undo"), exact: true }).click();
  await until("it is restored", async () => (await stored()).at(-1) === "BY_KEYS=typed");
  await row("BY_KEYS").focus();
  await page.keyboard.press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: format("ui.delete") }).click();
  await until("it is deleted again", async () => (await stored()).length === 6);
  await row("BY_KEYS").waitFor({ state: "detached" });
}

async function useSmallScreen({ page, panel, at, format, ...story }: Story): Promise<void> {
  const labels = ["a", "b", "c"];
  const long = {
    name: "A_NAME_THAT_IS_NOT_SHORT_AT_ALL",
    value: "value ".repeat(50),
    remarks: "备注 ".repeat(20),
  };
  await panel.json("/api/variables", { json: [{ ...long, labels }] });
  await page.goto(at("/env"));
  const row = story.row(long.name);
  for (const control of [row.getByRole("switch"), row.getByRole("button", { name: format("ui.more") })]) {
    const box = await control.boundingBox();
    assert.ok(box && box.x + box.width <= 1024, JSON.stringify(box));
  }
  const frame = page.getByRole("table", { name: format("variables.title") }).locator("..");
  assert.equal(await frame.evaluate((element) => element.scrollWidth - element.clientWidth), 0);
}

async function usePhone(story: Story): Promise<void> {
  const { page, panel, at, format } = story;
  const others = Array.from({ length: 8 }, (_, n) => ({ name: `MORE_${n}`, value: `${n}` }));
  await panel.json("/api/variables", {
    json: [
      { name: "ONE", value: "1" },
      { name: "TWO", value: SECRET, secret: true, labels: ["x"] },
      ...others,
    ],
  });
  await page.goto(at("/env"));
  const card = (name: string) => page.getByRole("article", { name, exact: true });
  await card("TWO").getByRole("button", { name: `${format("variables.reveal")}: TWO` }).click();
  await card("TWO").getByText(SECRET).first().waitFor();
  await card("TWO").getByRole("button", { name: format("variables.moveUp", { name: "TWO" }) }).click();
  const first = async () => (await panel.json<List<Variable>>("/api/variables")).items[0]!;
  await until("it to be first", async () => (await first()).name === "TWO");
  const { x, y } = await tapThrice(
    card("MORE_5").getByRole("button", {
      name: format("variables.moveUp", { name: "MORE_5" }),
    }),
  );
  const positions = async () =>
    (await panel.json<List<Variable>>("/api/variables")).items.map(({ name }) => name);
  await until("three up", async () => (await positions()).indexOf("MORE_5") === 4);
  const moved = card("MORE_5").getByRole("button", { name: format("variables.moveUp", { name: "MORE_5" }) });
  const box = (await moved.boundingBox())!;
  assert.ok(Math.abs(box.x - x) < 2 && Math.abs(box.y - y) < 2, "it stays under the finger");
  await dragByFinger(
    card("MORE_5").getByRole("button", { name: format("variables.move", { name: "MORE_5" }), exact: true }),
  );
  // The page scrolled under the finger, because the row moved further than the screen.
  await until("far down", async () => (await positions()).indexOf("MORE_5") === 9);
  await page.getByRole("button", { name: format("controls.sort") }).click();
  await page.getByRole("menuitem", { name: format("variables.name"), exact: true }).click();
  await page.waitForURL(/sort=name/);
  const cards = page.getByRole("article");
  await until("by name", async () => await cards.first().getAttribute("aria-label") === "MORE_0");
  await page.getByRole("button", { name: format("controls.sort") }).click();
  await page.getByRole("menuitem", { name: format("controls.defaultOrder") }).click();
  await until("in order again", async () => await cards.first().getAttribute("aria-label") === "TWO");
  await card("TWO").getByRole("switch").click();
  await until("it to be disabled", async () => !(await first()).enabled);
  await card("TWO").getByRole("checkbox").click();
  await page.getByRole("toolbar", { name: format("variables.batch") }).getByRole("button", {
    name: format("ui.delete"),
  })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: format("ui.delete") }).click();
  await card("TWO").waitFor({ state: "detached" });
  await page.getByRole("button", { name: format("variables.new") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(format("variables.name"), { exact: true }).fill("THREE");
  await dialog.getByRole("button", { name: format("variables.createCount", { count: 1 }), exact: true })
    .click();
  await card("THREE").waitFor();
  await assertFits(story);
}

/** Taps a button three times and returns its position. */
async function tapThrice(button: Locator): Promise<{ x: number; y: number }> {
  await button.scrollIntoViewIfNeeded();
  const { x, y } = (await button.boundingBox())!;
  for (let tap = 0; tap < 3; tap++) await button.page().touchscreen.tap(x + 20, y + 20);
  return { x, y };
}

/**
 * Drags an element to the lower edge of the scroll container and holds it there until the container has
 * scrolled to its end.
 */
async function dragByFinger(handle: Locator): Promise<void> {
  const page = handle.page();
  const device = await page.context().newCDPSession(page);
  const box = (await handle.boundingBox())!;
  const [x, from] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    device.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch("touchStart", from);
  const edge = await page.locator("#content").evaluate((content) =>
    content.getBoundingClientRect().bottom - 5
  );
  for (let step = 1; step <= 10; step++) await touch("touchMove", from + (edge - from) * step / 10);
  await until(
    "the end of the page",
    () =>
      page.locator("#content").evaluate((content) =>
        content.scrollTop + content.clientHeight >= content.scrollHeight - 2
      ),
  );
  await touch("touchEnd");
}
