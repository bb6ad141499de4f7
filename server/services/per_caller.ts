import { withinLabels } from "../engine/labelled_database.ts";
import type { Database } from "../engine/store.ts";
import { type PerCaller, reachOf } from "../http/route.ts";

/**
 * Returns a function that gives each caller a service: the same for all who may see everything, and one of its own, over a
 * database of what it may see, for a caller whose role holds for some labels.
 */
export function perCaller<Service>(
  db: Database,
  make: (db: Database, isWhole: boolean) => Service,
): PerCaller<Service> {
  const whole = make(db, true);
  return (caller) => {
    const labels = reachOf(caller);
    return labels === null ? whole : make(withinLabels(db, labels), false);
  };
}
