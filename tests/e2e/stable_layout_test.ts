// What keeps its place: the buttons of the header, what is below due times that are loading, the names at the axes of the chart,
// and the page below a dialog that Back closes.
import assert from "node:assert/strict";
import { type Story, testStory } from "../support/stories.ts";

testStory("stable layout: nothing moves, and Back closes one dialog at a time", {
  "the state of the connection is before the buttons, which it does not move": seeHeader,
  "due times keep their room, with a placeholder, while they are loading": awaitTimes,
  "the chart names both axes": readAxes,
  "Back closes a dialog over the form, after a question if text was typed": goBack,
  "after that, the form closes to the list, as when it had been opened alone": closeForm,
  "Back closes the form for a run, and not the page below it": goBackFromRun,
});

async function seeHeader({ page, w, at, add }: Story): Promise<void> {
  await add({ name: "Later", command: "true", schedules: ["0 3 * * *"] });
  await page.goto(at("/dashboard"));
  const palette = page.getByRole("button", { name: w.app.openPalette });
  const state = page.getByRole("banner").getByRole("status");
  const place = () => palette.boundingBox();
  await page.locator(".u-over").waitFor();
  const before = await place();
  const box = await state.boundingBox();
  assert.ok(before && box && box.x + box.width <= before.x);
  await state.evaluate((element) => element.append(" reconnecting, which is longer"));
  const wider = await state.boundingBox();
  assert.ok(wider && wider.width > box.width);
  assert.deepEqual(await place(), before);
}

async function awaitTimes({ page, w, at, row }: Story): Promise<void> {
  await page.goto(at("/crontab"));
  let respond = () => {};
  const held = new Promise<void>((resolve) => respond = resolve);
  await page.route("**/upcoming?*", async (route) => {
    await held;
    await route.continue();
  });
  await row("Later").getByRole("link", { name: "Later" }).click();
  const card = page.locator("section", {
    has: page.getByRole("heading", { name: w.tasks.nextRuns, exact: true }),
  });
  await card.locator(".animate-shimmer").waitFor();
  const waiting = await card.boundingBox();
  assert.ok(waiting && waiting.height > 200, `${waiting?.height}`);
  respond();
  await card.getByRole("listitem").first().waitFor();
  const loaded = await card.boundingBox();
  assert.ok(loaded && Math.abs(loaded.height - waiting.height) < 60, `${loaded?.height} ${waiting.height}`);
  await page.unroute("**/upcoming?*");
}

async function readAxes({ page, w, at }: Story): Promise<void> {
  await page.addInitScript(() => {
    const texts = new Set<string>();
    Object.assign(globalThis, { drawnTexts: texts });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      texts.add(text);
      fillText.call(this, text, ...place);
    };
  });
  await page.goto(at("/dashboard"));
  const names = [w.overview.runsAxis, w.overview.slotsAxis, w.overview.now];
  await page.waitForFunction(
    (names) =>
      names.every((name) => (globalThis as unknown as { drawnTexts: Set<string> }).drawnTexts.has(name)),
    names,
  );
}

const form = ({ page, w }: Story) => page.getByRole("dialog", { name: w.task.createTitle });
const script = ({ page, w }: Story) => page.getByRole("dialog", { name: w.task.newScript });

async function goBack(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/dashboard"));
  await page.getByRole("navigation").getByRole("link", { name: w.tasks.title, exact: true }).click();
  await page.getByRole("button", { name: w.tasks.new, exact: true }).click();
  await form(story).getByRole("button", { name: w.task.newScript }).click();
  const name = script(story).getByLabel(w.files.fileName);
  await name.fill("half a na");
  const question = page.getByRole("alertdialog");
  await page.goBack();
  await question.getByRole("button", { name: w.app.stay }).click();
  assert.equal(await name.inputValue(), "half a na");
  await page.goBack();
  await question.getByRole("button", { name: w.app.leave, exact: true }).click();
  await script(story).waitFor({ state: "detached" });
  await form(story).waitFor();
  await page.waitForURL(at("/crontab/modal"));
}

async function closeForm(story: Story): Promise<void> {
  const { page, w, at } = story;
  await form(story).getByRole("button", { name: w.ui.cancel }).click();
  await form(story).waitFor({ state: "detached" });
  await page.waitForURL(at("/crontab"));
  await page.goBack();
  await page.waitForURL(at("/dashboard"));
}

async function goBackFromRun({ page, w, at, row }: Story): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: w.tasks.title, exact: true }).click();
  await row("Later").click({ button: "right", position: { x: 300, y: 20 } });
  await page.getByRole("menuitem", { name: w.tasks.runWith }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(at("/crontab"));
}
