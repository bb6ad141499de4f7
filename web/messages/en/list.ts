export const list = {
  columnsReset: "Reset columns and widths",
  labelSearch: "Search labels",
  noLabels: "No labels yet",
  searchCommand: "search in commands",
  searchLabel: "search in labels",
  searchName: "search in names",
  searchSchedule: "search in schedules",
  suggestions: "Suggestions",
};
