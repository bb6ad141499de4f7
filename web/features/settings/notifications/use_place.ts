import { useLocation, useSearch } from "wouter";
import { paths } from "../../../paths.ts";
import { type Place, readPlace, writePlace } from "./place.ts";

const closed = { channel: null, rule: null };

/** Gives the place that the address says, and the ways to others. */
export function usePlace() {
  const place = readPlace(new URLSearchParams(useSearch()));
  const [, navigate] = useLocation();
  const goTo = (change: Partial<Place>, options = {}) =>
    navigate(paths.notifications(writePlace({ ...place, ...change })), options);
  const over = (change: Partial<Place>) => goTo({ ...closed, ...change }, { state: { beneath: "list" } });
  const ways = {
    openChannel: (channel: number | "new") => over({ channel }),
    openRule: (rule: number | "new") => over({ rule }),
    filter: (change: Pick<Partial<Place>, "of" | "state" | "page">) =>
      goTo({ page: 1, ...change }, { replace: true }),
    close() {
      if (history.state?.beneath) return history.back();
      goTo(closed, { replace: true });
    },
  };
  return { place, ways };
}

export type Ways = ReturnType<typeof usePlace>["ways"];
