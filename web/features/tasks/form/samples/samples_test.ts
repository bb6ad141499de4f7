import assert from "node:assert/strict";
import { parseCron } from "../../../../../server/contract/cron/expression.ts";
import { commandOfSample, samples } from "./samples.ts";

const initialOf = (sample: (typeof samples)[number]) =>
  Object.fromEntries(sample.fields.map(({ name, initial }) => [name, initial]));

Deno.test("samples: each has a valid rule, and its command contains all fields and is valid shell", async () => {
  assert.equal(samples.length, 12);
  assert.equal(new Set(samples.map(({ id }) => id)).size, samples.length);
  for (const sample of samples) {
    for (const rule of [sample.rule, sample.calendarRule ?? sample.rule]) {
      assert.doesNotThrow(() => parseCron(rule), sample.id);
    }
    for (const { name } of sample.fields) {
      assert.ok(sample.command.includes(`{${name}}`), `${sample.id} ${name}`);
    }
    for (const hostile of [initialOf(sample), hostileValues(sample)]) {
      const command = commandOfSample(sample, hostile);
      const { code } = await new Deno.Command("sh", { args: ["-n", "-c", command], stderr: "null" }).output();
      assert.equal(code, 0, command);
    }
  }
});

/** Values that would run something if they were not quoted. */
function hostileValues(sample: (typeof samples)[number]): Record<string, string> {
  return Object.fromEntries(
    sample.fields.map(({ name, type, initial }) => [name, type === "word" ? `it's $(exit 9); "x` : initial]),
  );
}

Deno.test("samples: what is typed becomes one word, and nothing in it is run", async () => {
  const oldFiles = samples.find(({ id }) => id === "oldFiles")!;
  const command = commandOfSample(oldFiles, { folder: " /srv/it's $(id) ", days: "7" });
  assert.equal(command, `find '/srv/it'\\''s $(id)' -type f -mtime +7 -print -delete`);
  const words = `printf '%s|' ${command.slice("find ".length)}`;
  const { stdout } = await new Deno.Command("sh", { args: ["-c", words] }).output();
  assert.match(new TextDecoder().decode(stdout), /^\/srv\/it's \$\(id\)\|-type\|/);
});

Deno.test("samples: those that need only programs of every machine do what they say", async () => {
  using _ = { [Symbol.dispose]: () => Deno.removeSync(folder, { recursive: true }) };
  const folder = Deno.makeTempDirSync();
  const run = async (id: string, values: Record<string, string>) => {
    const sample = samples.find((one) => one.id === id)!;
    const command = commandOfSample(sample, { ...initialOf(sample), ...values });
    return await new Deno.Command("sh", { args: ["-c", command] }).output();
  };
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const full = await run("disk", { folder: "/", percent: "1" });
  assert.match(text(full.stdout), /^\d+% used on \//);
  assert.equal(full.code, 1);
  assert.equal((await run("disk", { folder: "/", percent: "101" })).code, 0);
  for (const [name, days] of [["old", 40], ["new", 1]] as const) {
    Deno.writeTextFileSync(`${folder}/${name}`, "");
    const at = new Date(Date.now() - days * 86_400_000);
    Deno.utimeSync(`${folder}/${name}`, at, at);
  }
  assert.equal(text((await run("oldFiles", { folder })).stdout).trim(), `${folder}/old`);
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["new"]);
  const archives = `${folder}/all archives`;
  for (const id of ["workingDays", "monthEnd"]) {
    assert.equal((await run(id, { folder, archives })).code, 0, id);
  }
  const names = [...Deno.readDirSync(archives)].map(({ name }) => name).sort();
  assert.equal(names.length, 2);
  assert.match(names.join(" "), /^\d{4}-\d{2}-\d{2}\.tar\.gz \d{4}-\d{2}\.tar\.gz$/);
});
