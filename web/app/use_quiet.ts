import { useIsFetching } from "@tanstack/react-query";
import { useState } from "react";
import { useDelayed } from "../ui/feedback/use_delayed.ts";

/** How long nothing was asked for until the rest is loaded: what the page itself needs comes first, milliseconds. */
const restMs = 500;

/** Tells, from then on, that the page has been drawn and nothing was asked for a while. */
export function useQuiet(drawn: boolean): boolean {
  const now = useDelayed(useIsFetching() === 0 && drawn, restMs);
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was;
}
