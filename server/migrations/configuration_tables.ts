import type { ConfiguredKind } from "../contract/configuration.ts";

/** An object that a file describes. */
export interface ManagedObjectTable {
  kind: ConfiguredKind;
  /** Name of its file, without the ending. */
  key: string;
  object_id: number;
  /** Tells it from a later object with the same id. */
  object_created_at: number;
  /** What has applied it: a subscription, or a folder. */
  subscription_id: number | null;
  folder: string | null;
  applied_at: number;
}
