/** Messages of the list of keyboard shortcuts. */
export const keys = {
  delete: "Delete",
  edit: "Edit",
  log: "Show the log",
  move: "Move between tasks",
  moveView: "Move a view's tab",
  new: "New task",
  open: "Open the task",
  run: "Run",
  search: "Search tasks",
  select: "Select",
  inTasks: "In the task list",
  stop: "Stop",
  shortcutClose: "Close dialog or menu",
  shortcutHelp: "Show keyboard shortcuts",
  shortcutPalette: "Open the command palette",
  shortcutSubmit: "Submit the open form",
};
