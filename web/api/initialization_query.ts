import { queryOptions } from "@tanstack/react-query";
import type { InitializationState } from "../../server/contract/auth.ts";
import { patience } from "./patience.ts";
import type { Api } from "./request.ts";

/** Queries whether the panel is initialized; cached until it is invalidated. */
export function initializationQuery(api: Api) {
  return queryOptions({
    queryKey: ["initialization"],
    queryFn: ({ signal }) => api.get<InitializationState>("/initialization", { signal }),
    staleTime: 2000,
    ...patience,
  });
}
