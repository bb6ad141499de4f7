import { useLocation, useSearch } from "wouter";
import { paths } from "../../paths.ts";
import { readUrlState, type UrlState, writeUrlState } from "./url_state.ts";

const noDialog = { channel: null, rule: null };

/** Gives the place that the address says, and the ways to others. */
export function useUrlState() {
  const urlState = readUrlState(new URLSearchParams(useSearch()));
  const [, navigate] = useLocation();
  const goTo = (change: Partial<UrlState>, options = {}) =>
    navigate(paths.notifications(writeUrlState({ ...urlState, ...change })), options);
  const over = (change: Partial<UrlState>) =>
    goTo({ ...noDialog, ...change }, { state: { background: "list" } });
  const ways = {
    openChannel: (channel: number | "new") => over({ channel }),
    openRule: (rule: number | "new") => over({ rule }),
    filter: (change: Pick<Partial<UrlState>, "of" | "state" | "page">) =>
      goTo({ page: 1, ...change }, { replace: true }),
    close() {
      if (history.state?.background) return history.back();
      goTo(noDialog, { replace: true });
    },
  };
  return { place: urlState, ways };
}

export type Ways = ReturnType<typeof useUrlState>["ways"];
