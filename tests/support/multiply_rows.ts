import type { DatabaseSync } from "node:sqlite";

/**
 * Inserts copies of the first row of a table with an `id`. `values` are expressions for some columns, in which `n` counts the
 * copies from 1 and `o` is the first row.
 */
export function multiplyRows(
  database: DatabaseSync,
  table: string,
  copies: number,
  values: Readonly<Record<string, string>>,
): void {
  const columns = database.prepare(`select name from pragma_table_info('${table}')`).all()
    .map(({ name }) => String(name)).filter((name) => name !== "id");
  const selected = columns.map((name) => values[name] ?? `o."${name}"`).join();
  database.exec(
    `insert into ${table} (${columns.map((name) => `"${name}"`).join()})
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${copies})
     select ${selected} from numbers, (select * from ${table} order by id limit 1) as o`,
  );
}
