export const health = {
  diskFull: "The disk is full: the panel is read-only",
  inodesFull: "The disk has no room for further files: the panel is read-only",
  stillWorks:
    "Changes are refused until there is room. Reading, logging in and out, running and stopping tasks, and deleting still work.",
  freeLogs: "Delete logs",
  freeBackups: "Delete backups",
  freePackages: "Remove dependencies",
};
