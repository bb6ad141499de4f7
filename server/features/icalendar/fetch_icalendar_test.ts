import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import type { AddressInfo } from "node:net";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { until } from "../../../tests/support/until.ts";
import { OutboundPolicy } from "../../platform/outbound/outbound_policy.ts";
import { createFetch } from "./fetch_icalendar.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler) {
  const server = createServer(handler);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const clock = new TestClock();
  const resolve = (host: string) =>
    host === "missing.example" ? Promise.reject(new Error("none")) : Promise.resolve(["127.0.0.1"]);
  const closing = new AbortController();
  const fetch = createFetch({
    policies: {
      person: new OutboundPolicy(["127.0.0.0/8"], resolve),
      application: new OutboundPolicy([], resolve, "application"),
    },
    clock,
    proxy: () => null,
    signal: closing.signal,
  });
  return {
    ...{ fetch, clock, closing, address: `http://127.0.0.1:${port}/holidays.ics` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      assert.equal(clock.timers, 0);
    },
  };
}

Deno.test("calendar file: is fetched, also through a redirect", async () => {
  await using server = await serve((request, response) => {
    if (request.url === "/holidays.ics") response.writeHead(302, { location: "/moved?key=1" }).end();
    else response.end(`BEGIN:VCALENDAR ${request.url}`);
  });
  assert.deepEqual(await server.fetch(server.address, "person"), { text: "BEGIN:VCALENDAR /moved?key=1" });
});

Deno.test("calendar file: a status other than 200 is a problem", async () => {
  await using server = await serve((_, response) => response.writeHead(404).end());
  assert.deepEqual(await server.fetch(server.address, "person"), {
    problem: { code: "calendar_status", params: { status: "404" } },
  });
});

Deno.test("calendar file: internal networks are rejected unless they are allowed", async () => {
  await using server = await serve((_, response) => response.end("BEGIN:VCALENDAR"));
  assert.deepEqual(await server.fetch(server.address, "application"), {
    problem: { code: "calendar_inner_network", params: { host: "127.0.0.1", allowed: "127.0.0.1" } },
  });
  const { problem } = await server.fetch("http://missing.example/a.ics", "person") as { problem: unknown };
  assert.deepEqual(problem, { code: "calendar_unknown_host", params: { host: "missing.example" } });
});

Deno.test("calendar file: a server that is too slow is given up", async () => {
  let asked = 0;
  await using server = await serve((_, response) => {
    asked++;
    response.write("BEGIN:VCALENDAR");
  });
  const fetching = server.fetch(server.address, "person");
  await until("the request to arrive", () => asked === 1);
  server.clock.advance(calendarLimits.fetchMs);
  assert.deepEqual(await fetching, {
    problem: { code: "calendar_server_slow", params: { seconds: calendarLimits.fetchMs / 1_000 } },
  });
});

Deno.test("calendar file: a file without an end is cut off", async () => {
  await using server = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write("X".repeat(64 * 1024)));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  assert.deepEqual(await server.fetch(server.address, "person"), {
    problem: { code: "calendar_too_large", params: { max: calendarLimits.fileBytes / 1024 / 1024 } },
  });
});
