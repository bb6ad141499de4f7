import { keepPreviousData } from "@tanstack/react-query";
import type { Calendar, CalendarCountries, CalendarDays } from "../../../server/contract/calendars.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { type CalendarValues, inputOf } from "./form/calendar_values.ts";

export function useCalendars() {
  return useApiQuery<List<Calendar>>(queryKeys.calendars("list"), "/calendars");
}

/** Queries one calendar; null queries nothing. */
export function useCalendar(id: number | null) {
  return useApiQuery<Calendar>(queryKeys.calendars("one", id), `/calendars/${id}`, { enabled: id !== null });
}

/** Queries all days of a year; those of the year before stay visible until they are loaded. */
export function useYear(id: number, year: number) {
  return useApiQuery<CalendarDays>(queryKeys.calendars("days", id, year), `/calendars/${id}/days`, {
    query: { from: `${year}-01-01`, to: `${year}-12-31` },
    placeholderData: keepPreviousData,
  });
}

export function useCountries() {
  return useApiQuery<CalendarCountries>(queryKeys.calendars("countries"), "/calendars/countries", {
    staleTime: Infinity, // part of the panel
  });
}

/** Returns a mutation that creates a calendar, or changes one. */
export function useSaveCalendar(calendar: Calendar | null) {
  const { t } = useMessages();
  return useChange({
    send: (api, { values, base }: Submission<CalendarValues, Calendar>) => {
      const input = inputOf(values);
      return calendar
        ? api.patch<Calendar>(`/calendars/${calendar.id}`, input, { version: base?.version })
        : api.post<Calendar>("/calendars", input);
    },
    invalidates: [queryKeys.calendars()],
    waits: true,
    done: ({ name }) => t(calendar ? "calendars.saved" : "calendars.created", { name }),
  });
}

export function useFetchCalendar() {
  const { t } = useMessages();
  return useAction({
    send: (api, { id }: Calendar) => api.post<Calendar>(`/calendars/${id}/fetch`),
    invalidates: [queryKeys.calendars()],
    done: ({ name }) => t("calendars.fetched", { name }),
  });
}

/** Returns a mutation that deletes a calendar; says which tasks use it if any do. */
export function useRemoveCalendar() {
  const { t } = useMessages();
  const toast = useToast();
  return useChange({
    send: async (api, { id, name }: Calendar) => {
      try {
        await api.delete(`/calendars/${id}`);
        return true;
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== "calendar_in_use") toast.problem(error);
        else toast.notify("danger", t("calendars.inUse", { name }), error.detail);
        throw error;
      }
    },
    invalidates: [queryKeys.calendars()],
    waits: true,
    done: (_, { name }) => t("calendars.removed", { name }),
  });
}
