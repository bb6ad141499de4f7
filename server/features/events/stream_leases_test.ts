import assert from "node:assert/strict";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { AppError } from "../../contract/app_error.ts";
import { Bus } from "../../engine/bus.ts";
import { type StreamHolder, type StreamLease, StreamLeases } from "./stream_leases.ts";

function open(): { leases: StreamLeases; take(holder: StreamHolder, count: number): Promise<StreamLease[]> } {
  const raise = (error: unknown) => {
    throw error;
  };
  const leases = new StreamLeases({
    bus: new Bus(raise),
    clock: new TestClock(),
    isAlive: () => Promise.resolve(true),
    onError: raise,
  });
  const take = (holder: StreamHolder, count: number) =>
    Promise.all(Array.from({ length: count }, () => leases.take(holder)));
  return { leases, take };
}

const isTooMany = (error: unknown) => error instanceof AppError && error.code === "too_many_requests";

Deno.test("stream leases: one session holds at most 20, and a new one as soon as one is released", async () => {
  const { leases, take } = open();
  const session: StreamHolder = { kind: "session", id: 1 };
  const [first] = await take(session, 20);
  await assert.rejects(leases.take(session), isTooMany);
  await take({ kind: "token", id: 1 }, 20);
  first?.release();
  await take(session, 1);
  await assert.rejects(leases.take(session), isTooMany);
  await leases.close();
});

Deno.test("stream leases: parallel requests get no more than sequential ones", async () => {
  const { leases } = open();
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, () => leases.take({ kind: "session", id: 1 })),
  );
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 20);
  assert.equal(leases.size, 20);
  await leases.close();
});

Deno.test("stream leases: the total is limited, and tokens leave some for users", async () => {
  const { leases, take } = open();
  for (let id = 1; id <= 25; id++) await take({ kind: "token", id }, 20);
  await assert.rejects(leases.take({ kind: "token", id: 26 }), isTooMany);
  for (let id = 1; id <= 25; id++) await take({ kind: "session", id }, 20);
  await assert.rejects(leases.take({ kind: "session", id: 26 }), isTooMany);
  assert.equal(leases.size, 1000);
  await leases.close();
  assert.equal(leases.size, 0);
});
