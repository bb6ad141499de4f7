import { useEffect, useState } from "react";
import { useIsFetching } from "@tanstack/react-query";

/** Returns true `ms` milliseconds after `wanted` became true, and false at once: avoids flicker for fast operations. */
export function useDelayed(wanted: boolean, ms = 150): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!wanted) return setDue(false);
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [wanted, ms]);
  return wanted && due;
}

/** How long no request must be pending before the rest is loaded, so that the page's own requests come first, milliseconds. */
const restMs = 500;

/** Returns true once the page has rendered and no request was pending for a while; stays true. */
export function useQuiet(drawn: boolean): boolean {
  const now = useDelayed(useIsFetching() === 0 && drawn, restMs);
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was;
}
