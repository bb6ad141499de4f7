// deno-lint-ignore-file no-console -- says what is skipped
// The login by a header behind nginx as the docs configure it, with a stand-in for Authelia and oauth2-proxy that answers as
// they do: people are logged in without a form, and what a client writes into the headers itself counts for nothing.
import assert from "node:assert/strict";
import { join } from "node:path";
import { texts as w } from "../../web/messages/en/texts.ts";
import { launchBrowser } from "../support/browser.ts";
import { readDocsFile } from "../support/docs_pages.ts";
import { findProxy } from "../support/find_proxy.ts";
import { freePort } from "../support/free_port.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { startProxy } from "../support/run_proxy.ts";
import { step } from "../support/step.ts";
import { panelFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

interface Setup {
  file: string;
  /** Address of the program in the docs. */
  address: string;
  /** Names of its headers. */
  user: string;
  groups: string;
}

const setups: Record<string, Setup> = {
  "Authelia": {
    ...{ file: "nginx-authelia.conf", address: "127.0.0.1:9091" },
    ...{ user: "Remote-User", groups: "Remote-Groups" },
  },
  "oauth2-proxy": {
    ...{ file: "nginx-oauth2-proxy.conf", address: "127.0.0.1:4180" },
    ...{ user: "X-Auth-Request-Preferred-Username", groups: "X-Auth-Request-Groups" },
  },
};

const program = findProxy("nginx");
if (program === null) console.log("proxy login: skipped because nginx is not installed");

for (const [name, setup] of Object.entries(setups)) {
  Deno.test(`proxy login: nginx with ${name} logs people in as the docs configure it`, {
    ignore: program === null,
  }, async (t) => {
    await using location = await panelFolder();
    const folder = location.path;
    await using browser = await launchBrowser();
    const [panelPort, proxyPort] = [freePort(), freePort()];
    const address = `https://localhost:${proxyPort}`;
    await using portal = new Portal(setup);
    await using _panel = await PanelProcess.start({
      ...{ dataDir: join(folder, "data"), flags: ["--port", String(panelPort)], setUp: true },
      environment: {
        ...settingsOf("sundial.env", { "https://panel.example.org": address }),
        ...settingsOf("proxy-login.env"),
        SUNDIAL_AUTH_HEADER: setup.user,
        SUNDIAL_AUTH_HEADER_GROUPS: setup.groups,
      },
    });
    await using _proxy = await startProxy("nginx", program!, {
      ...{ folder, proxyPort, file: setup.file },
      panels: { "127.0.0.1:5780": `127.0.0.1:${panelPort}`, [setup.address]: `127.0.0.1:${portal.port}` },
    });
    const base = `${address}/sundial`;
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: "en-GB" });
    await context.addCookies([{ name: "lang", value: "en", url: address }]);
    const page = await context.newPage();
    const be = (who: string) => context.addCookies([{ name: "who", value: who, url: address }]);

    await step(t, "without a login at the proxy, the browser is sent to it", async () => {
      await until(
        "the proxy responds",
        async () =>
          (await context.request.get(`${base}/`, { maxRedirects: 0 }).catch(() => null))?.status() === 302,
      );
    });

    await step(t, "who has an account sees the panel without a form", async () => {
      await be(account.username);
      await page.goto(`${base}/crontab`);
      await page.getByText(w.tasks.none).first().waitFor();
      const session = await context.request.get(`${base}/api/auth/session`);
      assert.equal((await session.json()).account.username, account.username);
    });

    await step(t, "another person in the same browser gets an account with the role of a group", async () => {
      await be("anna");
      await page.goto(`${base}/runs`);
      await page.getByRole("button", { name: w.app.account }).waitFor();
      const session = await (await context.request.get(`${base}/api/auth/session`)).json();
      assert.deepEqual([session.account.username, session.role], ["anna", "operator"]);
    });

    await step(t, "headers of the client are replaced", async () => {
      const headers = { [setup.user]: account.username, [setup.groups]: "admins" };
      const session = await context.request.get(`${base}/api/auth/session`, { headers });
      assert.equal((await session.json()).account.username, "anna");
      const entered = await context.request.post(`${base}/api/auth/proxy`, { headers });
      assert.equal((await entered.json()).account.username, "anna");
    });

    await step(t, "after the logout nobody is logged in until a click", async () => {
      await page.goto(`${base}/runs`);
      await page.getByRole("button", { name: w.app.account }).click();
      await page.getByRole("menuitem", { name: w.app.logOut }).click();
      await page.getByRole("button", { name: w.sso.byProxy }).click();
      await page.getByRole("button", { name: w.app.account }).waitFor();
    });
  });
}

/** Says who somebody is by a cookie, as these programs do once the person has logged in there. */
class Portal implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor({ user, groups }: Setup) {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const who = /(?:^|; )who=([^;]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
      if (who === undefined) {
        return new Response(null, { status: 401, headers: { location: "https://auth.example.org/" } });
      }
      return new Response(null, {
        headers: { [user]: who, [groups]: who === "anna" ? "staff,ops" : "staff,admins" },
      });
    });
  }

  get port(): number {
    return this.#server.addr.port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

function settingsOf(file: string, replaced: Record<string, string> = {}): Record<string, string> {
  let text = readDocsFile(file);
  for (const [documented, real] of Object.entries(replaced)) text = text.replaceAll(documented, real);
  return Object.fromEntries(
    text.trim().split("\n").map((line): [string, string] => {
      const [name = "", ...value] = line.split("=");
      return [name, value.join("=")];
    }),
  );
}
