import { type QueryExecutorProvider, sql } from "kysely";

export interface TableShape {
  name: string;
  columns: readonly string[];
  /** Columns of its primary key; empty when it has none. */
  key: readonly string[];
  /** Whether ids are assigned by the database. */
  hasSequence: boolean;
}

/** Lists the tables of a migrated SQLite database; each comes after those it refers to. */
export async function listTables(sqlite: QueryExecutorProvider): Promise<TableShape[]> {
  const { rows } = await sql<{ name: string; isCounted: number }>`
    select name, sql like '%autoincrement%' as "isCounted" from sqlite_schema
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
    order by name`.execute(sqlite);
  const shapes: (TableShape & { parents: readonly string[] })[] = [];
  for (const { name, isCounted } of rows) {
    const columns = await sql<{ name: string; place: number }>`
      select name, pk as place from pragma_table_info(${name})`.execute(sqlite);
    const parents = await sql<{ name: string }>`
      select "table" as name from pragma_foreign_key_list(${name})`.execute(sqlite);
    const key = columns.rows.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place);
    shapes.push({
      name,
      columns: columns.rows.map(({ name }) => name),
      key: key.map(({ name }) => name),
      hasSequence: isCounted === 1,
      parents: parents.rows.map(({ name }) => name),
    });
  }
  return inOrder(shapes);
}

function inOrder<T extends { name: string; parents: readonly string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = [];
  const add = (table: T) => {
    if (ordered.includes(table)) return;
    for (const parent of tables) if (parent !== table && table.parents.includes(parent.name)) add(parent);
    ordered.push(table);
  };
  for (const table of tables) add(table);
  return ordered;
}
