// A person who was invited, with a browser of their own.
import type { CreatedInvitation } from "../../server/contract/accounts.ts";
import type { Role } from "../../server/contract/roles.ts";
import type { Language } from "../../server/contract/settings.ts";
import { texts as en } from "../../web/messages/en/texts.ts";
import { texts as zh } from "../../web/messages/zh/texts.ts";
import { newMessages, type Translate } from "../../web/messages/create_messages.ts";
import { BrowserClient, type ClientOptions } from "./browser.ts";
import type { Story } from "./stories.ts";

export const invitedPassword = "a kettle on the stove";

export interface InvitedPerson extends AsyncDisposable {
  client: BrowserClient;
  page: BrowserClient["page"];
  format: Translate;
  /** Every request that the server has rejected with 403. */
  rejected: string[];
}

/** Opens a browser that records what the server rejects. */
export async function openPerson(
  { page: of, panel }: Pick<Story, "page" | "panel">,
  { language, window }: { language: Language; window?: ClientOptions | undefined },
): Promise<InvitedPerson> {
  const client = await BrowserClient.open(of.context().browser()!, window);
  const { page } = client;
  const rejected: string[] = [];
  page.on("response", (response) => {
    if (response.status() !== 403) return;
    rejected.push(`${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  await page.context().addCookies([{ name: "lang", value: language, url: panel.address }]);
  return {
    ...{ client, page, rejected },
    format: newMessages(language, { texts: { en, zh }[language] }).t,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

/** Fills in the page of an invitation, and waits until the person is logged in. */
export async function useInvitation(
  { page, format }: Pick<InvitedPerson, "page" | "format">,
  username: string | null,
): Promise<void> {
  if (username !== null) {
    await page.getByLabel(format("initialization.username"), { exact: true }).fill(username);
  }
  const fields = ["initialization.password", "initialization.passwordAgain"] as const;
  for (const name of fields) await page.getByLabel(format(name), { exact: true }).fill(invitedPassword);
  await page.getByRole("button", { name: format("invitation.join") }).click();
  await page.waitForURL(/\/dashboard$/);
}

/** Invites somebody with a role, who uses the link in a browser of their own. */
export async function invite(
  story: Story,
  role: Role,
  options: { language: Language; window?: ClientOptions | undefined; labels?: readonly string[] },
): Promise<InvitedPerson> {
  const json = { role, ...options.labels && { labels: options.labels } };
  const { url } = await story.panel.json<CreatedInvitation>("/api/accounts/invitations", { json });
  const person = await openPerson(story, options);
  await person.page.goto(story.at(`/invitation#${url.split("#")[1]}`));
  await useInvitation(person, role);
  return person;
}
