import { useEffect, useSyncExternalStore } from "react";
import type { ZoneClocks } from "../../server/contract/zone_rules.ts";
import { zoneClocks } from "../messages/zone_clocks.ts";
import { useApi } from "./use_api.tsx";

/** Requests the panel's rules of the time zones that the page shows, once `ready`. */
export function useZoneClocks(ready: boolean): void {
  const api = useApi();
  const wanted = useSyncExternalStore(zoneClocks.subscribe, zoneClocks.countWanted);
  useEffect(() => {
    if (!ready || wanted === 0) return;
    const zones = zoneClocks.takeWanted();
    // Without an answer, the browser's rules remain.
    api.get<ZoneClocks>("/cron/zone-clocks", { query: { zones: zones.join() } }).then(
      ({ items }) => zoneClocks.add(items),
      () => undefined,
    );
  }, [api, ready, wanted]);
}
