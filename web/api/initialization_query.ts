import { queryOptions } from "@tanstack/react-query";
import type { InitializationState } from "../../server/contract/auth.ts";
import { patience } from "./patience.ts";
import type { Api } from "./request.ts";

/** Asks whether the panel has its account; kept until it is asked for anew. */
export function initializationQuery(api: Api) {
  return queryOptions({
    queryKey: ["initialization"],
    queryFn: ({ signal }) => api.get<InitializationState>("/initialization", { signal }),
    staleTime: 2000,
    ...patience,
  });
}
