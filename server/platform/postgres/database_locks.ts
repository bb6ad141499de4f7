/**
 * Numbers of the advisory locks in PostgreSQL; each means the same on every machine that shares a database. The first four bytes
 * spell "sund", so that they differ from those of other programs.
 */
export const databaseLocks = {
  /** Held by a transaction that writes. */
  write: "8319677262412644353",
  /** Held while the schema is brought up to date. */
  migrate: "8319677262412644354",
  /** Held shared by a panel or worker while it runs, and exclusively while data is moved in or out. */
  running: "8319677262412644355",
  /** Held by the panel that decides what is due. */
  decide: "8319677262412644356",
} as const;
