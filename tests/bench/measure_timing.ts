// Whether response times reveal something to an attacker: two kinds of attempts, alternated and compared. Passwords are
// hashed at low cost here, so that hashing hides no difference.
import { TestApp, username } from "../support/test_app.ts";
import type { Measurement } from "./report.ts";

const ROUNDS = 3;

/** Measures both kinds of attempts several times; the difference counts without its sign. */
export async function measureTiming(): Promise<Measurement[]> {
  const login: number[] = [];
  const token: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    login.push(Math.abs((await loginDifference(1_000)).ms));
    token.push(Math.abs((await tokenDifference(2_000)).ms));
  }
  const promise = { atMost: 1 };
  return [
    { what: "failed login, difference of a known and an unknown name", unit: "ms", panel: login, promise },
    { what: "wrong token, difference of first and last character", unit: "ms", panel: token, promise },
  ];
}

export interface Difference {
  /** Of the means (ms). */
  ms: number;
  /** Half of the 99.9 % confidence interval of the difference (ms). */
  uncertainMs: number;
}

/** Measures failed logins with an existing and with an unknown user name; each comes from its own address. */
export async function loginDifference(count: number): Promise<Difference> {
  await using app = await TestApp.open();
  await app.setUp();
  const attempt = (name: string, n: number) => {
    // Unknown networks together have a number of attempts per minute.
    app.clock.advance(60_000);
    return timed(async () => {
      const body = { username: name, password: "a guess" };
      const peer = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
      const { status } = await app.call("POST", "/api/auth/login", { body, peer });
      if (status !== 401) throw new Error(`the login was answered with ${status}`);
    });
  };
  return await compare(count, (n) => attempt(username, 2 * n), (n) => attempt("mirb", 2 * n + 1));
}

/** Measures requests whose session token is wrong in its first or in its last character. */
export async function tokenDifference(count: number): Promise<Difference> {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const [name, token = ""] = cookie.split("=");
  const other = (sign: string) => sign === "A" ? "B" : "A";
  const wrongFirst = `${name}=${other(token[0]!)}${token.slice(1)}`;
  const wrongLast = `${name}=${token.slice(0, -1)}${other(token.at(-1)!)}`;
  const ask = (sent: string) =>
    timed(async () => {
      const { status } = await app.call("GET", "/api/auth/session", { cookie: sent });
      if (status !== 401) throw new Error(`the token was answered with ${status}`);
    });
  return await compare(count, () => ask(wrongFirst), () => ask(wrongLast));
}

async function timed(action: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

type Try = (n: number) => Promise<number>;

// Alternated, and each kind equally often first, so that a temporary slowdown of the machine affects both.
async function compare(count: number, one: Try, other: Try): Promise<Difference> {
  const differences: number[] = [];
  for (let n = 0; n < count; n++) {
    const isFirst = n % 2 === 0;
    const a = await (isFirst ? one : other)(n);
    const b = await (isFirst ? other : one)(n);
    differences.push(isFirst ? a - b : b - a);
  }
  const mean = differences.reduce((sum, value) => sum + value, 0) / count;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return { ms: mean, uncertainMs: 3.29 * Math.sqrt(variance / count) };
}
