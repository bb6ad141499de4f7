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
  sql,
  type SqlBool,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
} from "kysely";
import type { Reach } from "../contract/roles.ts";
import { refuseIf } from "../contract/app_error.ts";
import { engineOf, isEngineNode } from "../platform/database_engine.ts";
import { jsonListContainsOne } from "../platform/sql_expressions.ts";
import type { Tables } from "../migrations/tables.ts";
import { storedJson } from "../platform/stored_json.ts";
import type { Database, Tx } from "./store.ts";
import { countIn, fewIdsIn, labelsWillChange, VisibleRows } from "./visible_rows.ts";

/** Tables whose rows have labels, and those whose rows belong to one of them, with the column that has its ID. */
const labelledTables = {
  task: {
    run: "task_id",
    task_change: "task_id",
    usual_duration: "task_id",
    flow_run: "task_id",
    flow_link: "task_id",
    task_trigger: "task_id",
    run_output: "task_id",
    webhook: "task_id",
    webhook_delivery: "task_id",
    trigger_content: "task_id",
  },
  heartbeat: { heartbeat_ping: "heartbeat_id" },
  trashed_task: {},
} as const;

/** Limited databases by the labels, of each whole one. */
const limitedDatabases = new WeakMap<Database, Map<string, Database>>();
const MAX_LIMITED = 100;

/** Returns a database in which there are only tasks with one of the labels, and what belongs to them. Inserts are not limited. */
export function withinLabels(db: Database, labels: readonly string[]): Database {
  const known = limitedDatabases.get(db) ?? new Map<string, Database>();
  limitedDatabases.set(db, known);
  const key = JSON.stringify(labels);
  const limited = known.get(key) ?? db.withPlugin(new LabelsPlugin(db, labels));
  // The one that was used last is the last to be forgotten.
  known.delete(key);
  known.set(key, limited);
  for (const oldest of known.keys()) if (known.size > MAX_LIMITED) known.delete(oldest);
  return limited;
}

/** Returns the labels to which a database is limited; null for one that has everything. */
export function reachOfDatabase(db: QueryExecutorProvider): Reach {
  return pluginOf(db)?.labels ?? null;
}

function pluginOf(db: QueryExecutorProvider): LabelsPlugin | undefined {
  return db.getExecutor().plugins.find((one) => one instanceof LabelsPlugin);
}

/** Returns what `VisibleRows.of` returns for a limited database. */
function digitsOf(db: QueryExecutorProvider): Uint8Array | null {
  return pluginOf(db)?.digits ?? null;
}

/** Returns the IDs of all tasks of a limited database; null if it is not limited, has more, or does not have them at hand. */
export function fewVisibleTasks(db: QueryExecutorProvider, atMost: number): number[] | null {
  const digits = digitsOf(db);
  return digits === null ? null : fewIdsIn(digits, atMost);
}

/**
 * Returns what stands for the labels of all tasks as they are: another object once they have changed. Null for a database that is
 * not limited, and while they are not known.
 */
export function labelsAsTheyAre(db: QueryExecutorProvider): object | null {
  return digitsOf(db);
}

/** Returns how many tasks a limited database has; null if it is not limited, or does not know that without counting. */
export function countVisibleTasks(db: QueryExecutorProvider): number | null {
  const digits = digitsOf(db);
  return digits === null ? null : countIn(digits);
}

/**
 * Must be called before labels are stored. Throws `validation_failed` when a row would have none that the database is limited to:
 * nobody makes what they do not see.
 */
export function beforeLabels(tx: Tx, labelsJson: string | undefined): void {
  if (labelsJson === undefined) return;
  labelsWillChange();
  const reach = reachOfDatabase(tx);
  if (reach === null) return;
  if (storedJson<string[]>(labelsJson, []).some((label) => reach.includes(label))) return;
  refuseIf([{ path: "labels", code: "label_of_role", params: { labels: reach.join(", ") } }]);
}

/**
 * Returns the whole database, for queries that name tasks which were just found in the limited one: asking for the labels of each of
 * many rows once more would cost more than the rest.
 */
export function wholeDatabase(db: Database): Database {
  return pluginOf(db)?.whole ?? db;
}

/** Returns a transaction without the limits of its database, for what follows from a change that the caller may make. */
export function wholeTransaction(tx: Tx): Tx {
  return tx.withoutPlugins();
}

/** The connections of a process have the same tasks. */
const visibleTasks = new WeakMap<Database, VisibleRows>();

class LabelsPlugin implements KyselyPlugin {
  readonly #exact: LabelsTransformer;
  readonly #tasks: VisibleRows | null = null;
  #known: { digits: Uint8Array; transformer: LabelsTransformer } | null = null;

  constructor(readonly whole: Database, readonly labels: readonly string[]) {
    const exact = visibleTables(whole, labels, null);
    this.#exact = new LabelsTransformer(exact, exact);
    if (engineOf(whole) === "postgres") return;
    this.#tasks = visibleTasks.get(whole) ?? new VisibleRows(whole, "task");
    visibleTasks.set(whole, this.#tasks);
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId);
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }

  /** What `VisibleRows.of` returns. */
  get digits(): Uint8Array | null {
    return this.#tasks?.of(this.labels) ?? null;
  }

  get #transformer(): LabelsTransformer {
    const { digits } = this;
    if (digits === null) return this.#exact;
    if (this.#known?.digits !== digits) {
      const read = visibleTables(this.whole, this.labels, digits);
      this.#known = { digits, transformer: new LabelsTransformer(read, this.#exact.changed) };
    }
    return this.#known.transformer;
  }
}

/** What is visible of a table: a query for it, and the condition for a statement that changes it. */
interface Visible {
  rows: OperationNode;
  condition: OperationNode;
}

/** The queries that were put in the place of tables. */
const limitedRows = new WeakSet<OperationNode>();

type VisibleTables = ReadonlyMap<string, Visible>;

/** Describes what is visible of each table, by the labels themselves or by the digits of `VisibleRows`. */
function visibleTables(db: Database, labels: readonly string[], digits: Uint8Array | null): VisibleTables {
  const tables = new Map<string, Visible>();
  const add = (table: "task", condition: Expression<SqlBool>) => {
    const rows = db.selectFrom(table).selectAll().where(condition).toOperationNode();
    limitedRows.add(rows);
    tables.set(table, { rows, condition: condition.toOperationNode() });
  };
  // The types of one table stand for those of all.
  for (const [table, parts] of Object.entries(labelledTables) as ["task", { run: "task_id" }][]) {
    const row = expressionBuilder<Tables, "task">();
    const has = (id: "task.id") => sql<SqlBool>`substr(${digits}, ${row.ref(id)} + 1, 1) = x'31'`;
    const isRead = table === "task" && digits !== null;
    const hasLabel = jsonListContainsOne(row.ref(`${table}.labels_json`), labels);
    add(table, isRead ? has("task.id") : hasLabel);
    const ids = db.selectFrom(table).select(`${table}.id`).where(hasLabel);
    for (const [part, column] of Object.entries(parts)) {
      const id = `${part}.${column}` as "task.id";
      add(part as "task", isRead ? has(id) : row(id, "in", ids));
    }
  }
  return tables;
}

class LabelsTransformer extends OperationNodeTransformer {
  /** What is changed must have a label at that very moment; what is read had one a moment ago. */
  constructor(private readonly read: VisibleTables, readonly changed: VisibleTables) {
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
    const visible = table && TableNode.is(table) ? this.changed.get(table.table.identifier.name) : undefined;
    return visible === undefined ? query : QueryNode.cloneWithWhere(query, visible.condition) as T; // of the same kind
  }

  #limited(from: OperationNode, queryId?: QueryId): OperationNode {
    const table = AliasNode.is(from) ? from.node : from;
    // A query within another one is transformed with both.
    if (ParensNode.is(table) && limitedRows.has(table.node)) return from;
    if (!TableNode.is(table)) return this.transformNode(from, queryId);
    const { name } = table.table.identifier;
    const visible = this.read.get(name);
    if (visible === undefined) return from;
    const alias = AliasNode.is(from) ? from.alias : IdentifierNode.create(name);
    return AliasNode.create(ParensNode.create(visible.rows), alias);
  }
}
