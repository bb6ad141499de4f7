import assert from "node:assert/strict";
import { addressWithoutPassword } from "./postgres_address.ts";
import { connectionError, serverProblem } from "./postgres_problem.ts";

const url = "postgres://mira:secret%20word@db.example:6432/panel";

function coded(code: string, message = "secret word of the driver"): Error {
  return Object.assign(new Error(message), { code });
}

Deno.test("postgres problem: an address names host and database, never user and password", () => {
  assert.equal(addressWithoutPassword(url), "db.example:6432/panel");
  assert.equal(addressWithoutPassword("postgres://mira:secret@db.example/panel"), "db.example/panel");
  assert.equal(
    addressWithoutPassword("postgres://mira@localhost/panel?host=/run/postgresql"),
    "/run/postgresql/panel",
  );
  assert.equal(addressWithoutPassword("postgres://mira:se cret@db:x/panel"), "PostgreSQL");
});

Deno.test("postgres problem: each failed connection is one sentence without the password", () => {
  const reasons: [Error, RegExp][] = [
    [coded("ECONNREFUSED"), /the server is unreachable \(ECONNREFUSED\); check host, port and network$/],
    [new AggregateError([coded("ETIMEDOUT")]), /unreachable \(ETIMEDOUT\)/],
    [coded("28P01"), /it refuses this user or password$/],
    [coded("3D000"), /there is no such database; create it first$/],
    [coded("53300"), /no free connections/],
    [coded("57P03"), /starting or stopping/],
  ];
  for (const [error, expected] of reasons) {
    const { message } = connectionError(url, error);
    assert.match(message, expected);
    assert.match(message, /^cannot use the PostgreSQL database db\.example:6432\/panel: /);
    assert.doesNotMatch(message, /secret|mira/);
  }
});

Deno.test("postgres problem: an old server and missing permissions are named", () => {
  const fine = { version: 130_000, schema: "public", mayCreate: true };
  assert.equal(serverProblem(url, fine), null);
  assert.match(
    serverProblem(url, { ...fine, version: 120_019 })!.message,
    /PostgreSQL 12; version 13 or newer/,
  );
  assert.match(
    serverProblem(url, { ...fine, mayCreate: false })!.message,
    /may not create tables in the schema public/,
  );
  assert.match(serverProblem(url, { ...fine, schema: null, mayCreate: null })!.message, /names no schema/);
});
