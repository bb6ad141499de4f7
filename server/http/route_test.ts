import assert from "node:assert/strict";
import * as z from "zod";
import { route } from "./route.ts";

const rest = { summary: "", results: {}, handle: () => ({ status: 204 }) } as const;
const query = z.strictObject({ secrets: z.boolean() });
const stepUp = { fields: ["secrets"], sensitive: () => ["secrets"] };
const writeAccess = { scope: "tasks:write", applies: () => true } as const;

// Each of these fails to compile if a GET that needs more than read access may omit `audit`.
Deno.test("routes: a GET that needs write access or step-up does not compile without `audit`", () => {
  // @ts-expect-error -- no audit
  route("get", "/things", { ...rest, access: "tasks:write" });
  // @ts-expect-error -- no audit
  route("get", "/things", { ...rest, access: "tasks:read", query, stepUp });
  // @ts-expect-error -- no audit
  route("get", "/things", { ...rest, access: "account", stepUp: true });
  // @ts-expect-error -- no audit
  route("get", "/things", { ...rest, access: "tasks:read", writeAccess });
  route("get", "/things", {
    ...rest,
    access: "tasks:read",
    query,
    stepUp,
    audit: (_, { secrets }) => secrets,
  });
  route("get", "/things", { ...rest, access: "tasks:read", writeAccess, audit: true });
  route("get", "/things", { ...rest, access: "account", stepUp: true, audit: false });
  route("get", "/things", { ...rest, access: "tasks:read" });
  const written = route("post", "/things", { ...rest, access: "tasks:write" });
  assert.equal(written.audit, undefined);
});
