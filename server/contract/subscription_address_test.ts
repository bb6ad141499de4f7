import assert from "node:assert/strict";
import {
  isAlias,
  readSubscriptionAddress,
  subscriptionAlias,
  withoutSecret,
} from "./subscription_address.ts";
import { readSubscriptionLine } from "./subscription_line.ts";

Deno.test("subscription alias: is derived as in the `ql` command", () => {
  const repository = (url: string, branch = "") => subscriptionAlias(url, { branch, isFile: false });
  assert.equal(repository("https://github.com/a-b/c.d.git", "main"), "a-b_c.d_main");
  assert.equal(repository("git@github.com:own.er/repo.git"), "er_repo");
  assert.equal(repository("https://u:p@git.example.com/g/s/r.git"), "s_r");
  assert.equal(repository("https://example.com/o/r"), "o_r");
  assert.equal(repository("https://example.com/o/r.git", "feature/x"), "o_r_feature_x");
  assert.equal(repository("https://mirror.example/https://github.com/demo/tool.git"), "demo_tool");
  const file = (url: string) => subscriptionAlias(url, { branch: "", isFile: true });
  assert.equal(file("https://raw.example.com/o/r/main/dir/x.y.js"), "dir_x.y");
  assert.equal(file("https://raw.example.com/dir/x.js?token=1#a"), "dir_x");
  for (
    const odd of ["https://e.com/../..", "git@h:../../x.git", "ssh://h/.git", "https://e.com/a b/c;d.git"]
  ) {
    assert.ok(isAlias(repository(odd)), `${odd} ${repository(odd)}`);
  }
});

Deno.test("subscription address: parses every form", () => {
  const read = (url: string) => {
    const found = readSubscriptionAddress(url);
    return found && [found.protocol, found.user, found.host, found.port, found.path];
  };
  assert.deepEqual(read("https://github.com/a/b.git"), ["https", null, "github.com", null, "/a/b.git"]);
  assert.deepEqual(read("http://u:p@h:8080/a.js?x=1"), ["http", "u", "h", 8080, "/a.js?x=1"]);
  assert.deepEqual(read("ssh://git@h:2222/a/b.git"), ["ssh", "git", "h", 2222, "/a/b.git"]);
  assert.deepEqual(read("git@github.com:a/b.git"), ["ssh", "git", "github.com", null, "a/b.git"]);
  assert.deepEqual(read("https://h:443/a"), ["https", null, "h", 443, "/a"]);
  assert.deepEqual(read("http://0x7f.1/a"), ["http", null, "127.0.0.1", null, "/a"]);
  assert.deepEqual(read("ssh://2130706433/a"), ["ssh", null, "127.0.0.1", null, "/a"]);
  assert.deepEqual(read("https://[::1]/a"), ["https", null, "::1", null, "/a"]);
  assert.deepEqual(read("file:///srv/a.git"), ["file", null, "", null, "/srv/a.git"]);
  const wrong = [
    ...[
      "",
      "ext::sh -c id",
      "--upload-pack=id",
      "-oProxyCommand=id:x",
      "git@-oProxyCommand=id:x",
      "ftp://h/a",
    ],
    ...[
      "https://",
      "https://h",
      "h:-x",
      "https://h/a\nb",
      "ssh://-oProxyCommand=id/x",
      "file://h/a",
      "git://h/a",
    ],
    ...["https://h/a b", "https:/\\h/a"],
  ];
  for (const url of wrong) assert.equal(read(url), null, url);
});

Deno.test("subscription address: rejects, without throwing, what parsers read differently", () => {
  const authorities = [
    ...[
      "-oProxyCommand=id",
      "-oProxyCommand=touch%20x",
      "-oProxyCommand=touch${IFS}x",
      "h%00",
      "h%20x",
      "%zz",
    ],
    ...[
      "ho^st",
      "h|x",
      "h<x>",
      "a:b",
      "h:99999",
      "h:-1",
      "h:2:3",
      "[::1",
      "[::g]",
      "[::1]x",
      "1.2.3.4.5",
      "0x1.256",
    ],
    ...[
      "xn--a",
      "h:22x",
      "-h",
      "@",
      ":",
      "",
      "u@",
      "u@-h",
      "-u@h",
      "%2du@h",
      "u%3ab@h",
      "u%0a@h",
      "h?x",
      "h#x",
    ],
  ];
  for (const protocol of ["https", "http", "ssh", "file", "SSH"]) {
    for (const authority of authorities) {
      for (const slashes of ["//", "///", "////"]) {
        const url = `${protocol}:${slashes}${authority}/a/b.git`;
        const found = readSubscriptionAddress(url);
        if (found === null || found.protocol === "file") continue;
        // The remainder is what the URL parser itself makes of it.
        const parsed = new URL(
          url.replace(/^[a-z]+:/i, found.protocol === "ssh" ? "https:" : `${found.protocol}:`),
        );
        assert.equal(found.host, parsed.hostname.replace(/^\[|\]$/g, ""), url);
        assert.ok(!/^-|[^a-z0-9._:-]/.test(found.host), url);
        if (found.protocol === "ssh") assert.ok(!/^-|[\s:]/.test(found.user ?? ""), url);
      }
    }
  }
});

Deno.test("subscription address: reads the port after the last @, like the host", () => {
  const found = readSubscriptionAddress("https://a@b:80@h:9/x");
  assert.deepEqual([found?.user, found?.password, found?.host, found?.port], ["a@b", "80", "h", 9]);
  assert.deepEqual(withoutSecret("https://me@mail.example:p%40q@h/a.git"), {
    url: "https://h/a.git",
    user: "me@mail.example",
    password: "p@q",
  });
});

Deno.test("subscription address: extracts user name and password", () => {
  assert.deepEqual(withoutSecret("https://u:p%40q@h/a.git"), {
    url: "https://h/a.git",
    user: "u",
    password: "p@q",
  });
  assert.deepEqual(withoutSecret("git@h:a.git"), { url: "git@h:a.git", user: null, password: null });
});

Deno.test("subscription line: reads every argument of ql repo and respects quotes", () => {
  const line =
    `ql repo "https://github.com/a/b.git" "jd_|jx_" 'old "x"' "^lib|x" "main" "js py" "http://p:1" "false" true`;
  assert.deepEqual(readSubscriptionLine(`0 0 * * * ${line} && echo`), {
    type: "public_repository",
    url: "https://github.com/a/b.git",
    branch: "main",
    whitelist: "jd_|jx_",
    blacklist: 'old "x"',
    dependencyWords: "^lib|x",
    extensions: "js py",
    proxy: "http://p:1",
    autoAdd: false,
    autoDelete: true,
    pullMethod: null,
    username: "",
    password: "",
  });
  const short = readSubscriptionLine('ql repo git@h:a/b.git "" "" x');
  assert.deepEqual(
    [short?.type, short?.pullMethod, short?.whitelist, short?.dependencyWords, short?.autoAdd],
    [
      ...["private_repository", "ssh_key", "", "x", true],
    ],
  );
  const secret = readSubscriptionLine("ql repo https://u:p@h/a.git");
  assert.deepEqual([secret?.type, secret?.pullMethod, secret?.url, secret?.username, secret?.password], [
    ...["private_repository", "password", "https://h/a.git", "u", "p"],
  ]);
  const raw = readSubscriptionLine('ql raw "https://h/x.js?y=1" "socks5://p:1" false');
  assert.deepEqual([raw?.type, raw?.url, raw?.proxy, raw?.autoAdd, raw?.autoDelete], [
    ...["file", "https://h/x.js?y=1", "socks5://p:1", false, true],
  ]);
  for (const other of ["ql", "ql repo", "sql repo x", "git clone x", 'ql repo ""']) {
    assert.equal(readSubscriptionLine(other), null, other);
  }
});
