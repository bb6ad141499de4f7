/**
 * Columns that are not null in every table that has them. Sorting by one of them uses its index; a test compares the list with
 * the schema.
 */
export const neverNull: ReadonlySet<string> = new Set([
  "at",
  "created_at",
  "deleted_at",
  "id",
  "last_seen_at",
  "name",
  "path",
  "pinned",
  "position",
  "queue_order",
  "queue_rank",
  "queued_at",
  "saved_at",
  "start",
  "start_after",
  "updated_at",
]);
