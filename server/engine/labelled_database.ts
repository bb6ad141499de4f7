// What people whose role holds for some labels may read. Every query of such a database sees only the tasks with one of the labels,
// and what belongs to them: the condition is a part of each table's place in the query, so that no list, count or search can
// leave it out.
import {
  AliasNode,
  type DeleteQueryNode,
  type Expression,
  expressionBuilder,
  type FromNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryExecutorProvider,
  type QueryId,
  QueryNode,
  type QueryResult,
  type RawNode,
  type RootOperationNode,
  type SqlBool,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
} from "kysely";
import type { Reach } from "../contract/roles.ts";
import { refuseIf } from "../contract/app_error.ts";
import { isEngineNode } from "../platform/database_engine.ts";
import { jsonListContains } from "../platform/sql_expressions.ts";
import type { Tables } from "../migrations/tables.ts";
import { storedJson } from "../platform/stored_json.ts";
import type { Database, Tx } from "./store.ts";

/** Tables whose rows have labels, and those whose rows belong to one of them, with the column that has its ID. */
const labelledTables = {
  task: { run: "task_id", task_change: "task_id", usual_duration: "task_id" },
  heartbeat: { heartbeat_ping: "heartbeat_id" },
  trashed_task: {},
} as const;

/** Returns a database in which there are only tasks with one of the labels, and what belongs to them. Inserts are not limited. */
export function withinLabels(db: Database, labels: readonly string[]): Database {
  return db.withPlugin(new LabelsPlugin(db, labels));
}

/** Returns the labels to which a database is limited; null for one that has everything. */
export function reachOfDatabase(db: QueryExecutorProvider): Reach {
  const plugin = db.getExecutor().plugins.find((one) => one instanceof LabelsPlugin);
  return plugin?.labels ?? null;
}

/** Throws `validation_failed` when a row would have labels that the database is not limited to: nobody makes what they do not see. */
export function refuseOutOfReach(tx: Tx, labelsJson: string | undefined): void {
  const reach = reachOfDatabase(tx);
  if (reach === null || labelsJson === undefined) return;
  if (storedJson<string[]>(labelsJson, []).some((label) => reach.includes(label))) return;
  refuseIf([{ path: "labels", code: "label_of_role", params: { labels: reach.join(", ") } }]);
}

class LabelsPlugin implements KyselyPlugin {
  readonly #transformer: LabelsTransformer;

  constructor(db: Database, readonly labels: readonly string[]) {
    this.#transformer = new LabelsTransformer(visibleTables(db, labels));
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId);
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

/** What is visible of a table: a query for it, and the condition for a statement that changes it. */
interface Visible {
  rows: OperationNode;
  condition: OperationNode;
}

function visibleTables(db: Database, labels: readonly string[]): ReadonlyMap<string, Visible> {
  const tables = new Map<string, Visible>();
  const add = (table: "task", condition: Expression<SqlBool>) =>
    tables.set(table, {
      rows: db.selectFrom(table).selectAll().where(condition).toOperationNode(),
      condition: condition.toOperationNode(),
    });
  // The types of one table stand for those of all.
  for (const [table, parts] of Object.entries(labelledTables) as ["task", { run: "task_id" }][]) {
    const row = expressionBuilder<Tables, "task">();
    const hasLabel = row.or(labels.map((label) => jsonListContains(row.ref(`${table}.labels_json`), label)));
    add(table, hasLabel);
    const ids = db.selectFrom(table).select(`${table}.id`).where(hasLabel);
    for (const [part, column] of Object.entries(parts)) {
      add(part as "task", row(`${part}.${column}` as "task.id", "in", ids));
    }
  }
  return tables;
}

class LabelsTransformer extends OperationNodeTransformer {
  constructor(private readonly tables: ReadonlyMap<string, Visible>) {
    super();
  }

  protected override transformFrom(node: FromNode, queryId?: QueryId): FromNode {
    return { ...node, froms: node.froms.map((from) => this.#limited(from, queryId)) };
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    return { ...super.transformJoin(node, queryId), table: this.#limited(node.table, queryId) };
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const raw = super.transformRaw(node, queryId);
    return isEngineNode(node)
      ? { ...raw, postgres: this.transformRaw(node.postgres, queryId) } as RawNode
      : raw;
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const query = { ...super.transformDeleteQuery(node, queryId), from: node.from };
    return this.#onlyVisible(query, node.from.froms[0]);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    return this.#onlyVisible(super.transformUpdateQuery(node, queryId), node.table);
  }

  #onlyVisible<T extends DeleteQueryNode | UpdateQueryNode>(query: T, table: OperationNode | undefined): T {
    const visible = table && TableNode.is(table) ? this.tables.get(table.table.identifier.name) : undefined;
    return visible === undefined ? query : QueryNode.cloneWithWhere(query, visible.condition) as T; // of the same kind
  }

  #limited(from: OperationNode, queryId?: QueryId): OperationNode {
    const table = AliasNode.is(from) ? from.node : from;
    if (!TableNode.is(table)) return this.transformNode(from, queryId);
    const { name } = table.table.identifier;
    const visible = this.tables.get(name);
    if (visible === undefined) return from;
    const alias = AliasNode.is(from) ? from.alias : IdentifierNode.create(name);
    return AliasNode.create(ParensNode.create(visible.rows), alias);
  }
}
