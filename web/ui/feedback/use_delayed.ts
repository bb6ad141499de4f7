import { useEffect, useState } from "react";

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
