import assert from "node:assert/strict";
import { freshDatabase } from "../../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../../tests/support/test_clock.ts";
import { CHALLENGE_LIFE_MS, Challenges, relyingPartyOf, sharedChallenges } from "./challenges.ts";

function partyOf(host: string, publicUrl: string | null = null) {
  const request = new Request("http://127.0.0.1:5780/api/auth/login", { headers: { host } });
  return relyingPartyOf(request, publicUrl === null ? null : new URL(publicUrl));
}

Deno.test("relying party: is the host name that the browser used, with the origins of that name and port", () => {
  const local = partyOf("LocalHost:5780");
  assert.equal(local?.host, "localhost");
  assert.deepEqual(local?.origins, ["https://localhost:5780", "http://localhost:5780"]);
  assert.deepEqual(partyOf("panel.example")?.origins, ["https://panel.example"]);
});

Deno.test("relying party: the public URL takes precedence", () => {
  const party = partyOf("panel.example", "https://panel.example:8443/deep/base");
  assert.equal(party?.host, "panel.example");
  assert.deepEqual(party?.origins, ["https://panel.example:8443"]);
});

Deno.test("relying party: there is none for an IP address, whatever its spelling", () => {
  for (const host of ["127.0.0.1:5780", "[::1]:5780", "192.168.1.2", "2130706433", "0x7f.1", "a b"]) {
    assert.equal(partyOf(host), null, host);
  }
  assert.equal(partyOf("panel.example", "http://10.0.0.1"), null);
});

Deno.test("passkey challenges: another panel of the database accepts a challenge, once and in time", async () => {
  await using db = await freshDatabase();
  const clock = new TestClock();
  const key = new Uint8Array(32).fill(7);
  const [first, second, stranger] = [key, key, key.map(() => 8)].map((own) =>
    new Challenges({ clock, shared: sharedChallenges(db, own) })
  ) as [Challenges, Challenges, Challenges];
  const [one, late] = [first.create("mira"), first.create("mira")];
  assert.equal(await stranger.use(one, "mira"), false);
  assert.equal(await second.use(one, "ada"), false);
  assert.deepEqual(
    await Promise.all([first.use(one, "mira"), second.use(one, "mira")].map(async (it) => await it))
      .then((results) => results.filter((it) => it).length),
    1,
  );
  clock.advance(CHALLENGE_LIFE_MS + 1);
  assert.equal(await second.use(late, "mira"), false);
});
