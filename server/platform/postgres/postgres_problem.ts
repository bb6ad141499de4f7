// What keeps a panel from using a PostgreSQL database, as one sentence that says what to change.
import { DatabaseError } from "../database.ts";
import { addressWithoutPassword } from "./postgres_address.ts";
import { messageOf } from "../error_message.ts";

/** The oldest major version that the queries work with. */
const OLDEST = 13;

/** Returns an error about a connection that failed; it never contains the password. */
export function connectionError(url: string, error: unknown): DatabaseError {
  const address = addressWithoutPassword(url);
  return new DatabaseError(`cannot use the PostgreSQL database ${address}: ${reasonOf(error)}`);
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === "28P01" || code === "28000") return "it refuses this user or password";
  if (code === "3D000") return "there is no such database; create it first";
  if (code === "42501") return "the user has no permission to connect";
  if (code === "53300") return "it has no free connections; raise its max_connections";
  if (code === "57P03") return "the server is starting or stopping; try again in a moment";
  if (code?.length === 5 && /^\d/.test(code)) return messageOf(error);
  return `the server is unreachable (${code ?? messageOf(error)}); check host, port and network`;
}

export interface ServerState {
  version: number;
  schema: string | null;
  mayCreate: boolean | null;
}

/** Returns an error when a server is too old, or its user may not create tables; null when the panel can use it. */
export function serverProblem(
  url: string,
  { version, schema, mayCreate }: ServerState,
): DatabaseError | null {
  const address = addressWithoutPassword(url);
  const major = Math.floor(version / 10_000);
  const reason = major < OLDEST
    ? `it is PostgreSQL ${major}; version ${OLDEST} or newer is needed`
    : schema === null
    ? "the search path of the user names no schema that exists"
    : mayCreate
    ? null
    : `the user may not create tables in the schema ${schema}; grant it the permission to create there`;
  return reason === null
    ? null
    : new DatabaseError(`cannot use the PostgreSQL database ${address}: ${reason}`);
}

/** Returns the code of an error of the driver or of the network; null when it has none. */
export function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
