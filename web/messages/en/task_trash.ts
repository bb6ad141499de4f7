export const taskTrash = {
  bySubscription: "Subscription",
  daysLeft: "{days, plural, =0 {deleted permanently soon} one {# day left} other {# days left}}",
  doneEmpty: "Trash emptied",
  doneRemove: "{count, plural, one {Task deleted permanently} other {# tasks deleted permanently}}",
  empty: "The trash is empty",
  emptyHelp: "Deleted tasks appear here.",
  emptyIt: "Empty the trash",
  emptyTitle: "Empty the trash?",
  emptyText:
    "{count, plural, one {One task is} other {# tasks are}} deleted permanently, with all runs and logs. This cannot be undone.",
  help:
    "Deleted tasks are kept for {days} days with their runs and logs, or 1 day while the disk is nearly full",
  noMatch: "No matching deleted tasks",
  remove: "Delete permanently",
  removeText: "All runs and logs are deleted too. This cannot be undone.",
  removeTitle: "{count, plural, one {Permanently delete “{name}”?} other {Permanently delete # tasks?}}",
  restore: "Restore",
  restoreSelected: "Restore {count}",
  search: "Search deleted tasks",
  select: "Select {name}",
};
