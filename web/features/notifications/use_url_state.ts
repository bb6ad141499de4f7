import { useLocation, useSearch } from "wouter";
import { paths } from "../../paths.ts";
import { asDialog, closeDialog } from "../../shared/page/dialog_history.ts";
import { readUrlState, type UrlState, writeUrlState } from "./url_state.ts";

const noDialog = { channel: null, rule: null };

/** Returns what the address says, and functions that change it. */
export function useUrlState() {
  const urlState = readUrlState(useSearch());
  const [, navigate] = useLocation();
  const addressOf = (change: Partial<UrlState>) =>
    paths.notifications(writeUrlState({ ...urlState, ...change }));
  const over = (change: Partial<UrlState>) => navigate(addressOf({ ...noDialog, ...change }), asDialog);
  const links = {
    openChannel: (channel: number | "new") => over({ channel }),
    openRule: (rule: number | "new") => over({ rule }),
    filter: (change: Pick<Partial<UrlState>, "of" | "state" | "page">) =>
      navigate(addressOf({ page: 1, ...change }), { replace: true }),
    close: () => closeDialog(navigate, addressOf(noDialog)),
  };
  return { urlState, links };
}

export type Links = ReturnType<typeof useUrlState>["links"];
