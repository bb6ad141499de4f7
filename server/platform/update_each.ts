import { type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";

/** The type of a column, as both databases know it. */
export type ValueType = "bigint" | "text";

type Columns = Readonly<Record<string, ValueType>>;
type Row<Of extends Columns> = { readonly [Column in keyof Of]: string | number | null };

export interface EachUpdate<Key extends Columns, Values extends Columns> {
  table: string;
  /** The columns by which a row is found. */
  key: Key;
  values: Values;
  rows: readonly (Row<Key> & Row<Values>)[];
  /** What a row must fulfill besides. */
  where: RawBuilder<SqlBool>;
}

/** Updates rows to values of their own, in one statement. Returns the ids of those that were found and fulfill the condition. */
export async function updateEach<Key extends Columns, Values extends Columns>(
  // deno-lint-ignore no-explicit-any
  db: Kysely<any>,
  { table, key, values, rows, where }: EachUpdate<Key, Values>,
): Promise<number[]> {
  if (rows.length === 0) return [];
  const types = Object.entries({ ...key, ...values });
  const names = types.map(([name]) => sql.ref(name));
  const given = rows.map((row) => {
    const cells: Readonly<Record<string, unknown>> = row;
    // PostgreSQL does not derive the type of a value from the column that it is for.
    return sql`(${sql.join(types.map(([name, type]) => sql`cast(${cells[name]} as ${sql.raw(type)})`))})`;
  });
  const set = Object.keys(values).map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  const match = Object.keys(key).map((name) =>
    sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`given.${name}`)}`
  );
  const updated = await sql<{ id: number }>`
    with given(${sql.join(names)}) as (values ${sql.join(given)})
    update ${sql.table(table)} set ${sql.join(set)} from given
    where ${sql.join(match, sql` and `)} and ${where} returning ${sql.ref(`${table}.id`)}`.execute(db);
  return updated.rows.map(({ id }) => id);
}
