/** Texts of changes of several tasks. */
export const bulk = {
  title: "{count, plural, one {Edit “{name}”} other {Edit # tasks}}",
  help: "Select the fields to set. Other fields are not changed.",
  preview: "Preview",
  previewTitle: "Preview of the changes",
  summary:
    "{changed, plural, one {1 of {total} tasks changes} other {# of {total} tasks change}}{failed, plural, =0 {} one {, 1 cannot be changed} other {, # cannot be changed}}",
  same: "No change",
  more: "and {count} more",
  apply: "{count, plural, one {Change 1 task} other {Change # tasks}}",
  done: "{count, plural, one {1 task changed} other {# tasks changed}}",
  undone: "Changes undone",
  spreadTitle: "{count, plural, one {Move 1 task} other {Spread # tasks}}",
  spreadHelp:
    "Tasks that run at one time of day start one after another, from this time on. Their days and time zones do not change.",
  from: "First at",
  every: "Every",
  order: "Order",
  orderList: "As in the list",
  orderName: "Name",
  orderDue: "Next run",
};
