// Packages from a local registry: installed, followed, repaired and deleted on the page.
import assert from "node:assert/strict";
import type { Dependency, DependencyState } from "../../server/contract/dependencies.ts";
import type { List } from "../../server/contract/shapes.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { PackageIndex } from "../support/package_index.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const index = () =>
  new PackageIndex({
    npm: ["axios", "got", "lodash"].map((name) => ({
      ...{ name, version: "1.2.3" },
      files: { "index.js": `module.exports = "${name} is there";` },
    })),
  });

testStory("dependencies: installing what scripts need", async (story, t) => {
  await using packages = index();
  await useIndex(story, packages);
  await runSteps(t, story, {
    "the empty page explains what packages are for": seeEmpty,
    "names are previewed as they will be installed, then installed": installSome,
    "the list is searched and sorted, and a dialog opened meanwhile stays": narrow,
    "the live log is followed, and the installation is cancelled": () => watch(story, packages),
    "a failed package explains why, and is deleted": seeFailure,
    "a package that a run lacked is installed with one button": installMissing,
    "several are selected and deleted by keyboard": deleteByKeyboard,
    "a mirror is set, and an invalid one is rejected": setMirror,
  });
});

testStory("dependencies: no horizontal scrolling on a phone", async (story) => {
  await using packages = index();
  const { page, w, at } = story;
  await useIndex(story, packages);
  await page.goto(at("/dependence"));
  await page.getByRole("button", { name: w.dependencies.install }).click();
  await page.getByRole("textbox", { name: w.dependencies.names }).fill(
    "axios\n@scope/a-very-long-name-of-a-package-that-wraps@^1.0.0",
  );
  await assertFits(story);
  await page.getByRole("button", { name: "Install 2 dependencies" }).click();
  await becomes(story, "axios", "installed");
  await page.getByRole("article", { name: "axios" }).getByText(w.dependencies.stateInstalled, {
    exact: true,
  }).first().waitFor();
  await becomes(story, "@scope/a-very-long-name-of-a-package-that-wraps@^1.0.0", "install_failed");
  await page.getByRole("article", { name: /@scope/ }).getByText(w.dependencies.stateInstallFailed).first()
    .waitFor();
  await assertFits(story);
  await page.getByRole("button", { name: `${w.dependencies.log}: axios` }).click();
  await page.getByRole("dialog", { name: "axios" }).waitFor();
  await assertFits(story);
  await page.goto(at("/setting/dependence"));
  await page.getByRole("textbox", { name: `Node: ${w.settings.mirror}` }).waitFor();
  await assertFits(story);
}, { window: phone });

async function useIndex({ panel }: Story, packages: PackageIndex): Promise<void> {
  const dependencies = { nodeMirror: packages.npm, pythonMirror: packages.python };
  await panel.json("/api/settings", { method: "PATCH", json: { dependencies } });
}

async function seeEmpty({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/dependence"));
  await page.getByText(w.dependencies.noneNode).first().waitFor();
  await page.getByRole("tab", { name: w.dependencies.typeDeno }).click();
  await page.waitForURL(/\/dependence\?type=deno$/);
  await page.getByText(w.dependencies.noneDeno).first().waitFor();
  await page.goBack();
  await page.getByText(w.dependencies.noneNode).first().waitFor();
}

async function installSome(story: Story): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.dependencies.install }).click();
  const dialog = page.getByRole("dialog", { name: w.dependencies.formTitle });
  const names = dialog.getByRole("textbox", { name: w.dependencies.names });
  await names.fill("axios@^1.2 --global\nlodash");
  const preview = dialog.getByRole("list", { name: w.dependencies.preview });
  await preview.getByRole("listitem").filter({ hasText: "--global" }).getByText(w.dependencies.faultOption)
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: story.format("dependencies.installCount", { count: 2 }) }).click();
  await dialog.getByText(w.dependencies.someWrong).first().waitFor();
  await names.fill("axios@^1.2 lodash");
  await dialog.getByRole("textbox", { name: w.dependencies.remarks }).fill("for prices");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  for (const name of ["axios@^1.2", "lodash"]) {
    const row = page.getByRole("row", { name });
    await becomes(story, name, "installed");
    await row.getByText(w.dependencies.stateInstalled, { exact: true }).first().waitFor();
    await row.getByText("1.2.3").first().waitFor();
    await row.getByText("for prices").first().waitFor();
  }
}

async function narrow({ page, w, at }: Story): Promise<void> {
  const { dependencies: d } = w;
  const box = page.getByRole("textbox", { name: d.search });
  const rows = page.getByRole("row");
  const count = async (wanted: number) =>
    await until(`${wanted} rows`, async () => await rows.count() === wanted);
  await box.fill("axi");
  // Before the search starts by itself.
  await page.getByRole("button", { name: d.install }).click();
  const form = page.getByRole("dialog", { name: d.formTitle });
  const names = form.getByRole("textbox", { name: d.names });
  await hasFocus(names);
  await page.waitForURL(/\/dependence\/modal\?.*q=axi/);
  await form.waitFor();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "hidden" });
  await count(2);
  await box.fill("none of them");
  await page.getByRole("button", { name: w.ui.clearFilters }).click();
  await count(3);
  await until("the field is empty", async () => await box.inputValue() === "");
  const order = page.getByRole("columnheader", { name: d.name }).getByRole("button");
  await order.click();
  await page.waitForURL(/sort=name/);
  await order.click();
  await page.waitForURL(/sort=-name/);
  await until("the last comes first", async () => /lodash/.test(await rows.nth(1).innerText()));
  await page.goto(at("/dependence?page=9"));
  await count(3);
}

async function watch(story: Story, packages: PackageIndex): Promise<void> {
  const { page, w, at, panel } = story;
  packages.stalled = true;
  const requested = packages.requested.length;
  const { items } = await panel.json<{ items: Dependency[] }>("/api/dependencies", {
    json: { type: "node", name: "got" },
  });
  const id = items[0]!.id;
  await until(
    "the archive is requested",
    () => packages.requested.slice(requested).some((path) => path.endsWith(".tgz")),
  );
  await page.goto(at(`/dependence/logModal?type=node&id=${id}`));
  const dialog = page.getByRole("dialog", { name: "got" });
  await dialog.getByText(w.dependencies.stateInstalling).first().waitFor();
  await dialog.getByText(w.log.started.replace("{time}", "").trim()).first().waitFor();
  await dialog.getByRole("button", { name: w.ui.cancel, exact: true }).click();
  await becomes(story, "got", "cancelled");
  await dialog.getByText(w.dependencies.stateCancelled).first().waitFor();
  packages.stalled = false;
  await dialog.getByRole("button", { name: w.dependencies.reinstall }).click();
  await becomes(story, "got", "installed");
  await dialog.getByText(w.dependencies.stateInstalled, { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL(/\/dependence\?type=node$/);
}

async function seeFailure(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await panel.json("/api/dependencies", { json: { type: "node", name: "no-such-package" } });
  await becomes(story, "no-such-package", "install_failed");
  await page.goto(at("/dependence"));
  const row = page.getByRole("row", { name: "no-such-package" });
  await row.getByText(/Not Found - GET/).first().waitFor();
  await row.hover();
  await row.getByRole("button", { name: `${w.dependencies.log}: no-such-package` }).click();
  const dialog = page.getByRole("dialog", { name: "no-such-package" });
  await dialog.getByRole("status").getByText(/Not Found - GET/).first().waitFor();
  await page.reload();
  await dialog.getByText(w.dependencies.stateInstallFailed).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await row.getByRole("button", { name: `${w.ui.more}: no-such-package` }).click();
  await page.getByRole("menuitem", { name: w.ui.delete, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.ui.delete, exact: true }).click();
  await isGone(story, "no-such-package");
  await row.waitFor({ state: "detached" });
}

async function installMissing(story: Story): Promise<void> {
  const { page, w, at, panel, dataDir } = story;
  await panel.json("/api/dependencies", { method: "DELETE", json: { ids: [await idOf(story, "got")] } });
  await isGone(story, "got");
  await Deno.writeTextFile(`${dataDir}/scripts/prices.js`, `console.log(require("got"));`);
  const id = await story.add({ name: "Prices", command: "task prices.js" });
  await story.ended(await story.run(id));
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByRole("note").getByRole("link", { name: w.dependencies.missingOne.replace("{name}", "got") })
    .waitFor();
  await page.goto(at(`/crontab/logModal?id=${id}`));
  const log = page.getByRole("dialog", { name: "Prices" });
  await log.getByRole("link", { name: w.dependencies.missingOne.replace("{name}", "got") }).click();
  const form = page.getByRole("dialog", { name: w.dependencies.formTitle });
  const names = form.getByRole("textbox", { name: w.dependencies.names });
  await hasFocus(names);
  await form.getByRole("button", { name: w.ui.cancel }).click();
  await page.waitForURL(at(`/crontab/logModal?id=${id}`));
  await log.getByRole("link", { name: w.dependencies.missingOne.replace("{name}", "got") }).click();
  await hasFocus(names);
  assert.equal(await names.inputValue(), "got");
  await page.keyboard.press("Control+Enter");
  await form.waitFor({ state: "hidden" });
  await becomes(story, "got", "installed");
  await page.getByRole("row", { name: "got" }).getByText(w.dependencies.stateInstalled, { exact: true })
    .first()
    .waitFor();
  const run = await story.ended(await story.run(id));
  assert.equal(run.state, "succeeded");
}

async function named({ panel }: Story, name: string): Promise<Dependency | undefined> {
  const { items } = await panel.json<List<Dependency>>("/api/dependencies");
  return items.find((item) => item.name === name);
}

// Waits until an installer has ended, which takes any time, and then for its state on the page.
async function becomes(story: Story, name: string, state: DependencyState): Promise<void> {
  await until(`${name} is ${state}`, async () => (await named(story, name))?.state === state);
}

async function isGone(story: Story, name: string): Promise<void> {
  await until(`${name} is gone`, async () => await named(story, name) === undefined);
}

async function idOf(story: Story, name: string): Promise<number> {
  return (await named(story, name))!.id;
}

async function deleteByKeyboard(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/dependence"));
  for (const name of ["axios@^1.2", "lodash"]) {
    const box = page.getByRole("row", { name }).getByRole("checkbox");
    await box.focus();
    await page.keyboard.press("Space");
  }
  const bar = page.getByRole("toolbar", { name: w.dependencies.batch });
  await bar.getByRole("button", { name: w.ui.delete, exact: true }).focus();
  await page.keyboard.press("Enter");
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("button", { name: w.ui.delete, exact: true }).focus();
  await page.keyboard.press("Enter");
  await confirmation.waitFor({ state: "hidden" });
  for (const name of ["axios@^1.2", "lodash"]) {
    await isGone(story, name);
    await page.getByRole("row", { name }).waitFor({ state: "detached" });
  }
  await page.getByRole("row", { name: "got" }).waitFor();
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: w.dependencies.formTitle }).waitFor();
  await page.keyboard.press("Escape");
}

async function setMirror({ page, w, at, panel }: Story): Promise<void> {
  await page.goto(at("/dependence"));
  await page.getByRole("link", { name: w.dependencies.mirrors }).click();
  const field = page.getByRole("textbox", { name: `Python: ${w.settings.mirror}` });
  await field.fill("http://me:secret@127.0.0.1/simple");
  await page.getByText(w.settings.addressWrong).first().waitFor();
  await field.fill("http://127.0.0.1:9/simple");
  await page.keyboard.press("Enter");
  await page.getByText(w.settings.saved, { exact: true }).first().waitFor();
  const { dependencies } = await panel.json<{ dependencies: { pythonMirror: string } }>("/api/settings");
  assert.equal(dependencies.pythonMirror, "http://127.0.0.1:9/simple");
}
