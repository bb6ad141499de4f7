import type { CompiledQuery, Kysely } from "kysely";
import { AppError } from "../../contract/app_error.ts";
import type { HeavyReads } from "../heavy_reads.ts";
import { openPostgres } from "./open_postgres.ts";
import { codeOf } from "./postgres_problem.ts";

const TIME_LIMIT_MS = 10_000;
/** More would take CPU time of the server from the tasks. */
const AT_ONCE = 2;
const CANCELED = "57014";

/** Runs reads on connections of their own, with a time limit, so that they keep no other query waiting. */
export class PostgresReads implements HeavyReads {
  private constructor(private readonly db: Kysely<unknown>, private readonly timeLimitMs: number) {}

  /** Connects. Throws `DatabaseError`. */
  static async open(url: string, timeLimitMs = TIME_LIMIT_MS): Promise<PostgresReads> {
    const db = await openPostgres<unknown>(url, { connections: AT_ONCE, statementLimitMs: timeLimitMs });
    return new PostgresReads(db, timeLimitMs);
  }

  async all<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    try {
      return (await this.db.executeQuery(query)).rows;
    } catch (error) {
      if (codeOf(error) !== CANCELED) throw error;
      throw new AppError("took_too_long", { seconds: Math.ceil(this.timeLimitMs / 1_000) });
    }
  }

  /** Ends the connections once their reads are done. */
  async close(): Promise<void> {
    await this.db.destroy();
  }
}
