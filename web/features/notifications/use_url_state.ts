import { useLocation, useSearch } from "wouter";
import { paths } from "../../paths.ts";
import { readUrlState, type UrlState, writeUrlState } from "./url_state.ts";

const noDialog = { channel: null, rule: null };

/** Returns what the address says, and functions that change it. */
export function useUrlState() {
  const urlState = readUrlState(new URLSearchParams(useSearch()));
  const [, navigate] = useLocation();
  const goTo = (change: Partial<UrlState>, options = {}) =>
    navigate(paths.notifications(writeUrlState({ ...urlState, ...change })), options);
  const over = (change: Partial<UrlState>) =>
    goTo({ ...noDialog, ...change }, { state: { background: "list" } });
  const links = {
    openChannel: (channel: number | "new") => over({ channel }),
    openRule: (rule: number | "new") => over({ rule }),
    filter: (change: Pick<Partial<UrlState>, "of" | "state" | "page">) =>
      goTo({ page: 1, ...change }, { replace: true }),
    close() {
      if (history.state?.background) return history.back();
      goTo(noDialog, { replace: true });
    },
  };
  return { urlState, links };
}

export type Links = ReturnType<typeof useUrlState>["links"];
