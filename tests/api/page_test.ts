import assert from "node:assert/strict";
import { join } from "node:path";
import { pageAddresses } from "../../server/contract/addresses.ts";
import { inScript } from "../../server/http/page.ts";
import { SESSION_COOKIE } from "../../server/contract/auth.ts";
import {
  builtChunk,
  builtFrame,
  builtLogin,
  builtPage,
  builtScript,
  builtStyle,
  builtTexts,
  builtWorker,
} from "../support/built_page.ts";
import { version } from "../../server/platform/build_info.ts";
import { TestApp, type TestAppOptions } from "../support/test_app.ts";

async function withPage(options: TestAppOptions, test: (app: TestApp) => Promise<void>): Promise<void> {
  await using pageRoot = await builtPage();
  await using app = await TestApp.open({ ...options, pageRoot: pageRoot.path });
  await test(app);
}

for (const basePath of ["", "/deep/base"]) {
  const under = `under ${basePath || "/"}`;

  Deno.test(`page ${under}: serves its URLs, and 404 for any other`, () =>
    withPage({ basePath }, async (app) => {
      for (const address of pageAddresses) {
        const { status, headers, text } = await app.call("GET", `${address}?id=1&q=%2f`);
        assert.equal(status, 200, address);
        assert.equal(headers.get("content-type"), "text/html; charset=UTF-8");
        assert.equal(headers.get("cache-control"), "no-store");
        assert.ok(text.includes(`src="${basePath}/assets/${builtScript}"`));
        assert.equal((await app.call("HEAD", address)).status, 200, address);
      }
      for (
        const path of [
          "/nothing",
          "/API/tasks",
          "/Crontab",
          "/crontab/x",
          "//",
          "//api/health",
          "/static",
          "/index.html",
        ]
      ) {
        const { status, text } = await app.call("GET", path);
        assert.deepEqual([status, text.startsWith("<!doctype html>")], [404, true], path);
      }
    }));

  Deno.test(`page ${under}: its head contains base path, nonce and the built files, but no version`, () =>
    withPage({ basePath }, async (app) => {
      const { text, headers } = await app.call("GET", "/login");
      const nonce = /nonce="([^"]+)"/.exec(text)![1]!;
      const injected = /globalThis\.__SUNDIAL__=(.*?)<\/script>/.exec(text)![1]!;
      assert.deepEqual(JSON.parse(injected), {
        ...{ basePath, nonce, build: builtScript, hasSession: false },
        language: "en",
      });
      assert.ok(headers.get("content-security-policy")!.includes(`'nonce-${nonce}'`));
      assert.ok(
        text.includes(`<link rel="stylesheet" href="${basePath}/assets/${builtStyle}" nonce="${nonce}">`),
      );
      assert.ok(
        text.includes(`<link rel="modulepreload" href="${basePath}/assets/${builtChunk}" nonce="${nonce}">`),
      );
      assert.ok(!text.includes("<!--sundial:head-->") && !text.includes(version));
      const again = await app.call("GET", "/login");
      assert.notEqual(/nonce="([^"]+)"/.exec(again.text)![1], nonce);
    }));

  Deno.test(`page ${under}: preloads what the browser needs with its session and its language`, () =>
    withPage({ basePath }, async (app) => {
      const preloaded = async (path: string, headers: Record<string, string> = {}) => {
        const { text } = await app.call("GET", path, { headers });
        const names = [...text.matchAll(/rel="modulepreload" href="[^"]*\/assets\/([^"]+)"/g)];
        return { names: names.map(([, name]) => name), hasSession: text.includes('"hasSession":true') };
      };
      const session = `${SESSION_COOKIE}=unknown`;
      const english = builtTexts("en");
      const rows: [path: string, headers: Record<string, string>, names: string[], hasSession: boolean][] = [
        ["/login", {}, [builtChunk, english, builtLogin], false],
        ["/login?lang=en", {}, [builtChunk, english, builtLogin], false],
        ["/login", { cookie: "lang=en-GB" }, [builtChunk, english, builtLogin], false],
        ["/login?lang=zh", { cookie: "lang=en" }, [builtChunk, builtTexts("zh"), builtLogin], false],
        // A new panel proposes English to an English browser.
        ["/initialization", { "accept-language": "en" }, [builtChunk, english, builtLogin], false],
        ["/crontab", { cookie: `lang=en; ${session}` }, [builtChunk, english, builtFrame], true],
        ["/dashboard", { cookie: session }, [builtChunk, english, builtFrame], true],
      ];
      for (const [path, headers, names, hasSession] of rows) {
        assert.deepEqual(await preloaded(path, headers), { names, hasSession }, `${path} ${headers.cookie}`);
      }
    }));

  Deno.test(`page ${under}: redirects a URL with a trailing slash, and only known ones`, () =>
    withPage({ basePath }, async (app) => {
      const { status, headers } = await app.call("GET", "/crontab/?q=a%2Fb");
      assert.deepEqual([status, headers.get("location")], [308, `${basePath}/crontab?q=a%2Fb`]);
      for (const path of ["/nothing/", "/crontab//", "/API/tasks/", "//evil.example/"]) {
        assert.equal((await app.call("GET", path)).status, 404, path);
      }
      assert.equal((await app.call("GET", "")).status, 200);
      assert.equal((await app.call("GET", "/")).status, 200);
    }));

  Deno.test(`assets ${under}: a built file is immutable, in the best encoding the browser accepts`, () =>
    withPage({ basePath }, async (app) => {
      const rows: [string, string | undefined, string | null, string][] = [
        [builtScript, "gzip, deflate, br, zstd", "br", "brotli"],
        [builtScript, "gzip", "gzip", "gzip"],
        [builtScript, "br;q=0, gzip;q=0.5", "gzip", "gzip"],
        [builtScript, undefined, null, `/* ${builtScript} */`],
        [builtScript, "identity", null, `/* ${builtScript} */`],
        [builtStyle, "br, gzip", "gzip", "gzip"],
        [builtChunk, "br, gzip", null, `/* ${builtChunk} */`],
      ];
      for (const [name, accept, encoding, content] of rows) {
        const headers: Record<string, string> = accept === undefined ? {} : { "accept-encoding": accept };
        const response = await app.call("GET", `/assets/${name}`, { headers });
        assert.deepEqual([response.status, response.text], [200, content], `${name} ${accept}`);
        assert.equal(response.headers.get("content-encoding"), encoding);
        assert.equal(response.headers.get("vary"), "Accept-Encoding");
        assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
      }
      const typeOf = async (name: string) => (await app.call("GET", name)).headers.get("content-type");
      assert.equal(await typeOf(`/assets/${builtScript}`), "text/javascript; charset=utf-8");
      assert.equal(await typeOf(`/assets/${builtStyle}`), "text/css; charset=utf-8");
      assert.equal(await typeOf("/favicon.svg"), "image/svg+xml");
    }));

  Deno.test(`assets ${under}: a file that the build did not list is a 404 in plain text`, () =>
    withPage({ basePath }, async (app) => {
      const names = [
        "missing.js",
        "manifest.json",
        `${builtScript}.br`,
        builtScript.toLowerCase(),
        "..%2fsecret.txt",
        "..%2f..%2f..%2fetc%2fpasswd",
        "%2e%2e%2fsecret.txt",
        "..%5csecret.txt",
        `%00${builtScript}`,
        `${builtScript}%00`,
        `x/${builtScript}`,
        "",
      ];
      for (const name of names) {
        const { status, headers, text } = await app.call("GET", `/assets/${name}`);
        assert.deepEqual([status, text], [404, "Not Found"], name);
        assert.equal(headers.get("content-type"), "text/plain; charset=UTF-8");
      }
      assert.equal((await app.call("GET", "/favicon.ico")).text, "Not Found");
      assert.notEqual((await app.call("GET", "/secret.txt")).text, "not for anybody");
    }));

  Deno.test(`page ${under}: its manifest has the panel's title for users only`, () =>
    withPage({ basePath }, async (app) => {
      const cookie = await app.setUp();
      const settings = await app.call("PATCH", "/api/settings", { cookie, body: { title: "Night shift" } });
      assert.equal(settings.status, 200);
      for (const path of ["/manifest.webmanifest", "/site.webmanifest"]) {
        for (const [sent, name] of [[cookie, "Night shift"], [undefined, "Sundial"], ["x=1", "Sundial"]]) {
          const { status, headers, text } = await app.call("GET", path, { cookie: sent });
          assert.equal(status, 200);
          assert.equal(headers.get("content-type"), "application/manifest+json; charset=utf-8");
          assert.equal(headers.get("cache-control"), "private, no-cache");
          const manifest = JSON.parse(text);
          assert.deepEqual([manifest.name, manifest.short_name], [name, name]);
          for (const key of ["id", "start_url", "scope"]) assert.equal(manifest[key], `${basePath}/`);
        }
      }
      const page = await app.call("GET", "/login");
      assert.ok(
        page.text.includes(
          `<link rel="manifest" href="${basePath}/manifest.webmanifest" crossorigin="use-credentials">`,
        ),
      );
    }));

  Deno.test(`page ${under}: serves the service worker of the build, which browsers always check`, () =>
    withPage({ basePath }, async (app) => {
      const { status, headers, text } = await app.call("GET", "/service_worker.js?lang=en");
      assert.deepEqual([status, text], [200, `/* ${builtWorker} */`]);
      assert.equal(headers.get("content-type"), "text/javascript; charset=utf-8");
      assert.equal(headers.get("cache-control"), "no-cache");
    }));

  Deno.test(`page ${under}: allows only GET and HEAD`, () =>
    withPage({ basePath }, async (app) => {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"]) {
        for (
          const path of ["/crontab", "/crontab/", "/", "/nothing", `/assets/${builtScript}`, "/favicon.svg"]
        ) {
          const { status, text } = await app.call(method, path);
          assert.deepEqual([status, text], [404, "Not Found"], `${method} ${path}`);
        }
      }
    }));
}

Deno.test("page: a proxy that removes the base path is explained in both languages, and logged once", () =>
  withPage({ basePath: "/deep/base" }, async (app) => {
    const call = (headers: Record<string, string>) =>
      app.call("GET", "http://localhost:5780/crontab", { headers });
    await call({});
    assert.deepEqual(app.logged.filter(({ message }) => message.includes("base path")), []);
    const proxied = { "x-forwarded-proto": "https", "accept-language": "zh-CN" };
    for (let count = 0; count < 2; count++) assert.match((await call(proxied)).text, /^未找到/);
    const logged = app.logged.filter(({ message }) => message.includes("base path"));
    assert.deepEqual(logged.map(({ fields }) => fields), [{ path: "/crontab", basePath: "/deep/base" }]);
  }));

Deno.test("page: serves nothing outside the base path", () =>
  withPage({ basePath: "/deep/base" }, async (app) => {
    const outside = [
      "/",
      "/deep",
      "/deep/",
      "/crontab",
      "/api/health",
      "/favicon.svg",
      `/assets/${builtScript}`,
    ];
    for (const path of [...outside, "/deep/basement", "/Deep/base/", "//deep/base/", "/x/deep/base/"]) {
      const { status, text } = await app.call("GET", `http://localhost:5780${path}`);
      assert.equal(status, 404, path);
      assert.match(text, /^Not Found: .+ reverse proxy/, path);
      assert.ok(!text.includes("/deep/base"), "the base path may be hard to guess on purpose");
    }
    const twice = await app.call("GET", "/deep/base/api/health");
    assert.deepEqual([twice.status, twice.text.startsWith("<!doctype")], [404, true]);
  }));

Deno.test("page: only a build for development has addresses for developers", async () => {
  await using pageRoot = await builtPage();
  const statusOf = async () => {
    await using app = await TestApp.open({ pageRoot: pageRoot.path, basePath: "/deep" });
    return (await app.call("GET", "/dev/gallery")).status;
  };
  assert.equal(await statusOf(), 404);
  assert.ok(!pageAddresses.some((address) => address.startsWith("/dev")));
  const path = join(pageRoot.path, "assets", "manifest.json");
  const manifest = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...manifest, developmentPages: ["/dev/gallery"] }));
  assert.equal(await statusOf(), 200);
});

Deno.test("page: explains how to build it before it is built, and the API still responds", async () => {
  await using app = await TestApp.open();
  const { status, text, headers } = await app.call("GET", "/crontab");
  assert.equal(status, 503);
  assert.equal(headers.get("content-type"), "text/plain; charset=UTF-8");
  assert.ok(text.includes("deno task build"));
  assert.equal((await app.call("GET", "/assets/x.js")).status, 404);
  assert.equal((await app.call("GET", "/service_worker.js")).status, 404);
  assert.equal((await app.call("GET", "/api/health")).status, 200);
});

Deno.test("page: injected values can neither end the script nor break a line", () => {
  const value = { basePath: "</script><!--&\u2028\u2029" };
  const written = inScript(value);
  assert.ok(!/[<>&\u2028\u2029]/.test(written));
  assert.deepEqual(JSON.parse(written), value);
});

Deno.test("page: an English browser gets an English wizard, unless a language is selected or an account exists", () =>
  withPage({ basePath: "/deep" }, async (app) => {
    const proposed = async (accepted: string, path = "/initialization", cookie?: string) => {
      const { headers } = await app.call("GET", path, { cookie, headers: { "accept-language": accepted } });
      return headers.getSetCookie();
    };
    const english = ["lang=en; Max-Age=31536000; Path=/deep; SameSite=Lax"];
    assert.deepEqual(await proposed("en-GB,en;q=0.9"), english);
    assert.deepEqual(await proposed("de,en;q=0.5,zh;q=0.1", "/"), english);
    for (const other of ["zh-CN,en;q=0.5", "fr-FR,fr", "*"]) {
      assert.deepEqual(await proposed(other), [], other);
    }
    assert.deepEqual(await proposed("en", "/initialization?lang=zh"), []);
    assert.deepEqual(await proposed("en", "/initialization", "lang=zh"), []);
    await app.setUp();
    assert.deepEqual(await proposed("en", "/login"), []);
  }));

Deno.test("page: has the language of the panel where the browser has chosen none", () =>
  withPage({}, async (app) => {
    const session = await app.setUp();
    const rows: [path: string, cookie: string | undefined, inChinese: "en" | "zh", inEnglish: "en" | "zh"][] =
      [
        ["/login", undefined, "zh", "en"],
        ["/dashboard", session, "zh", "en"],
        ["/login?lang=zh", undefined, "zh", "zh"],
        ["/login?lang=en", undefined, "en", "en"],
        ["/login?lang=fr", undefined, "zh", "zh"],
        ["/login", "lang=zh", "zh", "zh"],
        ["/login", "lang=en", "en", "en"],
      ];
    for (const panel of ["zh", "en"] as const) {
      const body = { language: panel };
      assert.equal((await app.call("PATCH", "/api/settings", { cookie: session, body })).status, 200);
      for (const [path, cookie, inChinese, inEnglish] of rows) {
        const language = panel === "zh" ? inChinese : inEnglish;
        const { text } = await app.call("GET", path, { cookie });
        assert.ok(text.includes(`<html lang="${language === "en" ? "en" : "zh-CN"}">`), `${path} ${cookie}`);
        assert.ok(text.includes(`/assets/${builtTexts(language)}"`), `${path} ${cookie}`);
        assert.ok(text.includes(`"language":"${panel}"`), `${path} ${cookie}`);
      }
    }
  }));
