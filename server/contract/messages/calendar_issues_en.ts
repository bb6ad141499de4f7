import type { CalendarIssueCode } from "../issue_codes.ts";

/** Why a field of a calendar, a maintenance window or the timing of a task was rejected. */
export const calendarIssues: Record<CalendarIssueCode, string> = {
  unknown_country: "There are no public holidays for the country {country}",
  unknown_region: "{country} has no region {region} with public holidays of its own",
  same_date: "{date} is listed twice",
  same_source: "This source is listed twice",
  one_of_address_and_text: "Enter either the address of an iCalendar file or its text",
  not_icalendar: "Not an iCalendar file: it must start with BEGIN:VCALENDAR",
  calendar_unreadable: "The iCalendar file cannot be read: {reason}",
  calendar_without_days: "The iCalendar file contains no whole-day events",
  calendar_too_many_events: "The iCalendar file has more than {max} events or days off, or repeats too often",
  event_ends_before_start: "The event “{event}” ends before it starts",
  event_too_long: "The event “{event}” takes longer than {days} days",
  event_unknown_zone: "The iCalendar file does not say what its time zone {zone} is",
  events_without_pause: "The events follow each other without a pause for more than {days} days",
  calendar_too_slow: "Reading the iCalendar file takes longer than {seconds} s",
  calendar_too_large: "The iCalendar file has more than {max} MB",
  calendar_server_slow: "The server did not send the file within {seconds} s",
  calendar_status: "The server answered with status {status}",
  calendar_unreachable: "The address cannot be reached: {reason}",
  calendar_unknown_host: "The host {host} was not found",
  calendar_inner_network:
    "{host} is on an internal network that the panel may not reach. To allow it, set SUNDIAL_ALLOW_NETWORKS={allowed} and restart the panel.",
  unknown_calendar: "There is no such calendar",
  too_frequent_to_move: "Only schedules that are due at most 1,440 times a day can be moved to another day",
  ends_before_start: "The end must be after the start",
  time_passed: "This time has passed, so the task would never run",
  window_over: "The window would already be over",
  window_two_ways: "A window has a start and an end, or a schedule and a duration, or an iCalendar file",
  window_too_long: "The window would be open longer than the time until it opens again",
};
