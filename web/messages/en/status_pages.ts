/** Texts of the tab of status pages. */
export const statusPages = {
  tab: "Status pages",
  intro:
    "A status page shows the names of the tasks of a label, whether they work, and when they ran and run next. Anyone who has its address can see it without logging in.",
  create: "Create status page",
  createTitle: "Create a status page",
  label: "Label",
  labelHelp: "A label of the tasks to show",
  labelHelpSome: "A label of the tasks to show. Labels that have a page are not listed.",
  created: "Status page of {label} created",
  since: "Created",
  open: "Open",
  openOne: "Open the status page of {label}",
  copyLink: "Copy link",
  copyBadge: "Copy badge (Markdown)",
  remove: "Delete",
  removeOne: "Delete the status page of {label}",
  removeTitle: "Delete the status page of {label}?",
  removeText: "Its address stops working at once, also for its badge. A new page has another address.",
  removed: "Status page of {label} deleted",
  none: "No status pages",
  noneHelp: "Show others whether tasks work, without an account: create a page for a label.",
};
