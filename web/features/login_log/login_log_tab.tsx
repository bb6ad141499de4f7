import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useLocation, useSearchParams } from "wouter";
import type { LoginLogEntry, LoginStatus } from "../../../server/contract/login_log.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { useLastPage } from "../../ui/data/use_last_page.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingsSkeleton } from "../../shared/settings/settings_skeleton.tsx";
import { LoginRows } from "./login_rows.tsx";

/** The tab of who tried to log in. */
export default function LoginLogTab() {
  const { t } = useMessages();
  const [urlState, goTo] = useUrlState();
  const { data, error, refetch } = useLogins(urlState);
  useLastPage({
    total: data?.total,
    page: urlState.page,
    pageSize,
    onPage: (page) => goTo({ ...urlState, page }),
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <p className="min-w-60 flex-1 text-sm text-muted">{t("loginLog.intro")}</p>
        <Select
          label={t("loginLog.status")}
          hideLabel
          className="w-52"
          value={urlState.status ?? "all"}
          options={[
            { value: "all", label: t("loginLog.all") },
            ...statuses.map((status) => ({ value: status, label: t(`loginLog.${status}`) })),
          ]}
          onValue={(status) => goTo({ page: 1, status: status === "all" ? null : status })}
        />
      </div>
      {data
        ? <Entries list={data} location={urlState} goTo={goTo} />
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <SettingsSkeleton />}
    </div>
  );
}

function Entries(
  { list, location: urlState, goTo }: {
    list: List<LoginLogEntry>;
    location: UrlState;
    goTo: (urlState: UrlState) => void;
  },
) {
  const { t } = useMessages();
  if (list.total === 0) {
    const title = t(urlState.status ? "loginLog.noneOfStatus" : "loginLog.empty");
    return <EmptyState icon={<History size={22} />} title={title} />;
  }
  return (
    <>
      <LoginRows entries={list.items} />
      <Pagination
        page={urlState.page}
        pageSize={pageSize}
        total={list.total}
        onPage={(page) => goTo({ ...urlState, page })}
      />
    </>
  );
}

function useLogins(urlState: UrlState) {
  const api = useApi();
  const { page, status } = urlState;
  return useQuery({
    queryKey: queryKeys.loginLog(urlState),
    queryFn: ({ signal }) =>
      api.get<List<LoginLogEntry>>("/login-logs", { signal, query: { page, pageSize, status } }),
    placeholderData: keepPreviousData,
  });
}

function useUrlState(): [UrlState, (urlState: UrlState) => void] {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const goTo = ({ page, status }: UrlState) =>
    navigate(paths.loginLog({ ...(page > 1 && { page }), ...(status && { status }) }));
  return [readUrlState(search), goTo];
}

const pageSize = 20;
/** In the order the page offers them; as the panel names them, but without its schemas. */
const statuses = [
  "succeeded",
  "wrong_credentials",
  "wrong_code",
  "wrong_passkey",
  "too_many",
] as const satisfies readonly LoginStatus[];

/** What of the log is shown. */
interface UrlState {
  page: number;
  status: LoginStatus | null;
}

/** Reads what is shown from the address; what it does not understand is as at first. */
function readUrlState(search: URLSearchParams): UrlState {
  const page = Number(search.get("page"));
  const status = statuses.find((one) => one === search.get("status")) ?? null;
  return { page: Number.isInteger(page) && page > 0 ? page : 1, status };
}
