// Addresses the page answers. The server sends the page with 200 for these and with 404 for any other, so a
// mistyped address, and every odd spelling of an API path, is told apart from a real one.

export const pageAddresses = [
  "/",
  "/crontab",
  "/crontab/detail",
  "/crontab/modal",
  "/crontab/logModal",
  "/crontab/type",
  "/crontab/viewCreateModal",
  "/crontab/viewManageModal",
  "/config",
  "/script",
  "/script/editModal",
  "/script/editNameModal",
  "/script/renameModal",
  "/script/saveModal",
  "/script/setting",
  "/log",
  "/diff",
  "/setting",
  "/setting/other",
  "/login",
  "/initialization",
  "/error",
] as const;
export type PageAddress = (typeof pageAddresses)[number];
