import assert from "node:assert/strict";
import { matchesWithTypo, matchWords, rankMatch, searchWords } from "./text_search.ts";

Deno.test("text search: splits words, and keeps text in quotes together", () => {
  assert.deepEqual(searchWords('  Nightly  "Rotate 1" x'), ["Nightly", "Rotate 1", "x"]);
  assert.deepEqual(searchWords('"'), ['"']);
  assert.deepEqual(searchWords('""'), ['""']);
  assert.deepEqual(searchWords('say "hi'), ["say", '"hi']);
  assert.deepEqual(searchWords("   "), []);
});

Deno.test("text search: the start of a text ranks above the start of a word and the rest", () => {
  assert.equal(rankMatch("back", "backup of logs"), 0);
  assert.equal(rankMatch("log", "backup of logs"), 1);
  assert.equal(rankMatch("log", "catalog log"), 1);
  assert.equal(rankMatch("log", "catalog"), 2);
  assert.equal(rankMatch("备份", "每日备份"), 1);
  assert.equal(rankMatch("x", "backup"), null);
});

Deno.test("text search: tolerates one typo in a word of four letters or more", () => {
  const found = ["bakcup", "bckup", "baackup", "bacxup", "abckup", "xackup", "backupp", "backux", "bakc"];
  for (const typed of found) assert.ok(matchesWithTypo(typed, "nightly backup"), typed);
  for (const typed of ["bakpuc", "bxxkup", "bcx", "ackup nigh"]) {
    assert.ok(!matchesWithTypo(typed, "nightly backup"), typed);
  }
  assert.ok(matchesWithTypo("数据库被份", "夜间数据库备份"));
});

Deno.test("text search: each word must match", () => {
  const [name, command] = ["nightly backup", "rsync -a"];
  const rank = (word: string) => rankMatch(word, name) ?? (command.includes(word) ? 4 : null);
  const typoRank = (word: string) => matchesWithTypo(word, name) ? 0 : null;
  assert.deepEqual(matchWords(["nightly"], rank), { rank: 0, hasTypo: false });
  assert.deepEqual(matchWords(["rsync", "backup"], rank), { rank: 5, hasTypo: false });
  assert.equal(matchWords(["nightly", "restore"], rank, typoRank), null);
  assert.deepEqual(matchWords(["nigthly", "rsync"], rank, typoRank), { rank: 14, hasTypo: true });
  assert.equal(matchWords(["nigthly"], rank), null);
  assert.equal(matchWords(["rsycn"], rank, typoRank), null);
});
