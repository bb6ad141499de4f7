import { labelsAsTheyAre, withinLabels } from "../engine/labelled_database.ts";
import type { Database } from "../engine/store.ts";
import { type PerCaller, reachOf } from "../http/route.ts";

/** Services that stay for the next request of somebody with the same labels. */
const MAX_SERVICES = 50;

/**
 * Returns a function that gives each caller a service: the same for all who may see everything, and one over a database of what it
 * may see for a caller whose role holds for some labels. What a service remembers is forgotten when labels of tasks change.
 */
export function perCaller<Service>(
  db: Database,
  make: (db: Database, isWhole: boolean) => Service,
): PerCaller<Service> {
  const whole = make(db, true);
  const services = new Map<string, { labels: object; service: Service }>();
  return (caller) => {
    const reach = reachOf(caller);
    if (reach === null) return whole;
    const limited = withinLabels(db, reach);
    const labels = labelsAsTheyAre(limited);
    const key = JSON.stringify(reach);
    const known = services.get(key);
    services.delete(key);
    const service = labels !== null && known?.labels === labels ? known.service : make(limited, false);
    // It remembers nothing of the labels before.
    if (labels !== null) services.set(key, { labels, service });
    for (const oldest of services.keys()) if (services.size > MAX_SERVICES) services.delete(oldest);
    return service;
  };
}
