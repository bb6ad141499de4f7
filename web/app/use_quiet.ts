import { useIsFetching } from "@tanstack/react-query";
import { useState } from "react";
import { useDelayed } from "../ui/feedback/use_delayed.ts";

/** How long no request must be pending before the rest is loaded, so that the page's own requests come first, milliseconds. */
const restMs = 500;

/** Returns true once the page has rendered and no request was pending for a while; stays true. */
export function useQuiet(drawn: boolean): boolean {
  const now = useDelayed(useIsFetching() === 0 && drawn, restMs);
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was;
}
