import { useEffect, useState } from "react";

/** Turns true `ms` after `wanted` did, and false at once: keeps what is quick from flickering. */
export function useDelayed(wanted: boolean, ms = 150): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!wanted) return setDue(false);
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [wanted, ms]);
  return wanted && due;
}
