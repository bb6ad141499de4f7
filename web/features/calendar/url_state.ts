// The state of the page in its URL, so that a reload, a bookmark and Back restore it.
import { paths } from "../../paths.ts";
import { type Field, id, oneOf, queryState, type StateOf, text } from "../../shared/page/query_state.ts";
import { parseDay } from "../../ui/inputs/calendar_days.ts";
import { useListState } from "../../ui/data/use_list_state.ts";

export const views = ["month", "week", "day", "night"] as const;
export type View = (typeof views)[number];
/** Hours that are visible at once, by their names in the URL. */
export const zooms = { "24": 24, "6": 6, "1": 1 } as const;
export type Zoom = keyof typeof zooms;

/** A day such as `2026-11-29`; empty for today. */
const day: Field<string> = {
  read: (text) => parseDay(text) === text ? text : "",
  write: (day) => day || undefined,
};

const query = queryState({
  /** The month by default. */
  view: oneOf(views),
  at: day,
  /** The whole day by default. */
  zoom: oneOf(zooms),
  label: text(),
  /** The calendar whose days off are shown. */
  calendar: id(),
});

export type UrlState = StateOf<typeof query>;

const address = query.at(paths.calendar);

export function useUrlState() {
  return useListState(address);
}

export type ChangeUrl = ReturnType<typeof useUrlState>["change"];
