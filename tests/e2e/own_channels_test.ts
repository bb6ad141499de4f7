// Channels of accounts on the page: nothing of them while one person uses the panel, then each person's own ones.
import assert from "node:assert/strict";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { freePort } from "../support/free_port.ts";
import { invite, type InvitedPerson } from "../support/invited_person.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";

type Scene = Story & { person: InvitedPerson };

testStory(
  "own channels: an only administrator reads nothing of them",
  async ({ page, at, format, client }) => {
    for (const path of ["/setting/notification", "/setting/accounts"]) {
      await page.goto(at(path));
      await page.getByRole("heading", { level: 1 }).waitFor();
      await client.settled();
      for (const name of ["notifications.ownChannels", "accounts.channels"] as const) {
        assert.equal(await page.getByText(format(name), { exact: true }).count(), 0);
      }
    }
  },
);

testStory(
  "own channels: added, tested and seen by their owner, and deleted by an administrator",
  async (story, t) => {
    await using person = await invite(story, "viewer", { language: "zh", window: phone, labels: ["shop"] });
    await runSteps(t, { ...story, person }, {
      "a person with a label adds one, with the events of the role": add,
      "it is listed, tested and turned off": use,
      "an administrator sees whose it is, and deletes it": remove,
    });
    assert.deepEqual(person.rejected, []);
    assert.deepEqual(person.client.errors, []);
  },
);

async function add({ at, person: { page, format, client } }: Scene): Promise<void> {
  await page.goto(at("/setting/notification"));
  await page.getByText(format("notifications.noOwnChannels")).first().waitFor();
  assert.equal(await page.getByText(format("notifications.rules"), { exact: true }).count(), 0);
  await page.getByRole("button", { name: format("notifications.addOwnChannel") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: format("notifications.type") }).press("Enter");
  await page.getByPlaceholder(format("notifications.searchTypes")).fill("gotify");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("服务器地址").fill(`http://127.0.0.1:${freePort()}`);
  await dialog.getByLabel("应用 Token").fill("token");
  const events = dialog.getByRole("group");
  assert.deepEqual(
    await events.evaluateAll((all) => all.length),
    2,
    "runs and heartbeats, and nothing of the panel",
  );
  assert.equal(await dialog.getByLabel(format("eventNames.run_failed"), { exact: true }).isChecked(), true);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: format("ui.create") }).click();
  await dialog.waitFor({ state: "detached" });
}

async function use({ person: { page, format, client } }: Scene): Promise<void> {
  const channel = page.getByRole("article", { name: "Gotify" });
  await channel.getByRole("button", { name: format("notifications.testOf", { name: "Gotify" }) }).click();
  await page.getByText(format("notifications.testFailed")).first().waitFor();
  await page.getByText(format("notifications.noDeliveries")).first().waitFor();
  await channel.getByRole("switch").click();
  await page.getByText(format("notifications.channelClosed", { name: "Gotify" })).first().waitFor();
  await client.settled();
  await assertFits({ page, client });
  assert.deepEqual(await findAxeIssues(page), []);
}

async function remove({ page, at, format, client, person }: Scene): Promise<void> {
  await page.goto(at("/setting/accounts"));
  const channels = page.getByRole("list", { name: format("accounts.channels") });
  await channels.getByText("viewer · Gotify").first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await channels.getByRole("button").click();
  await page.getByRole("alertdialog").getByRole("button", { name: format("ui.delete") }).click();
  await page.getByText(format("accounts.channelDeleted", { name: "viewer" })).first().waitFor();
  assert.equal(await channels.count(), 0);
  await person.page.reload();
  await person.page.getByText(person.format("notifications.noOwnChannels")).first().waitFor();
}
