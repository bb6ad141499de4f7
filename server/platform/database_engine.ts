import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, RawNode, sql } from "kysely";

export type DatabaseEngine = "sqlite" | "postgres";

/** Returns the engine that a database, or a transaction, runs on. */
export function engineOf(db: QueryExecutorProvider): DatabaseEngine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

/** A piece of SQL with another text for PostgreSQL. */
export interface EngineNode extends RawNode {
  postgres: RawNode;
}

/** Returns whether a piece of SQL has another text for PostgreSQL. */
export function isEngineNode(node: RawNode): node is EngineNode {
  return "postgres" in node;
}

/** Returns an expression whose text depends on the engine that the query is compiled for. */
export function perEngine<T>(texts: Record<DatabaseEngine, RawBuilder<T>>): RawBuilder<T> {
  const nodeOf = (text: RawBuilder<T>) => RawNode.create(["", ""], [text.toOperationNode()]);
  const node: EngineNode = { ...nodeOf(texts.sqlite), postgres: nodeOf(texts.postgres) };
  return sql<T>`${{ expressionType: undefined, toOperationNode: () => node }}`;
}
