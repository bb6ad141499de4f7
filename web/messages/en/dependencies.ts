export const dependencies = {
  title: "Dependencies",
  types: "Types of packages",
  type: "Type",
  typeNode: "Node",
  typePython: "Python",
  typeLinux: "Linux",
  typeDeno: "Deno",

  name: "Name",
  names: "Names",
  namesHelp: "The name of a package; a version may be given with it",
  found: "Installed version",
  state: "Status",
  remarks: "Remarks",
  updated: "Updated",
  created: "Created",
  search: "Search names and remarks",
  searchHint: "Name or remarks…",
  mirrors: "Mirrors",

  stateQueued: "In queue",
  stateInstalling: "Installing",
  stateInstalled: "Installed",
  stateInstallFailed: "Installation failed",
  stateDeleting: "Deleting",
  stateDeleted: "Deleted",
  stateDeleteFailed: "Deletion failed",
  stateCancelled: "Cancelled",

  install: "Install packages",
  installCount: "{count, plural, =0 {Install} one {Install # package} other {Install # packages}}",
  formTitle: "Install packages",
  split: "Split into several names",
  splitHelp: "At new lines, spaces and &",
  preview: "What will be installed",
  version: "version {version}",
  newest: "newest version",
  someWrong: "Correct or remove the names that are marked below",
  added: "{count, plural, one {{name} is in the queue} other {# packages are in the queue}}",
  faultOption: "A name may not begin with a hyphen or a plus sign",
  faultPlace: "Files, folders and addresses are not installed, only packages by their name",
  faultSigns: "A name has no spaces, quotes or signs of a shell",
  faultForm: "Not such a name; right would be: {example}",

  log: "Log",
  gone: "This package is not in the list any more",
  reinstall: "Reinstall",
  force: "Force delete",
  batch: "Acts on the chosen packages",
  doneReinstall: "{count, plural, one {{name} is in the queue} other {# packages are in the queue}}",
  doneCancel: "{count, plural, one {{name} is being cancelled} other {# packages are being cancelled}}",
  doneDelete: "{count, plural, one {{name} is being deleted} other {# packages are being deleted}}",
  doneForce: "{count, plural, one {{name} is being deleted} other {# packages are being deleted}}",
  deleteTitle: "{count, plural, one {Delete {name}?} other {Delete # packages?}}",
  deleteText:
    "{count, plural, one {It is uninstalled first, and leaves the list when it is gone. Tasks that need it will fail.} other {They are uninstalled first, and leave the list when they are gone. Tasks that need them will fail.}}",
  forceTitle:
    "{count, plural, one {Force the deletion of {name}?} other {Force the deletion of # packages?}}",
  forceText:
    "{count, plural, one {It leaves the list even if it cannot be uninstalled; then it stays on the machine.} other {They leave the list even if they cannot be uninstalled; then they stay on the machine.}}",

  none: "No packages of this type yet",
  noneNode:
    "Packages from npm go into a project of the data folder. Scripts find them by require and import, also after an update of the panel.",
  nonePython:
    "Packages from pip go into a virtual environment of the data folder, whose python3 comes first for tasks.",
  noneLinux: "Packages of the system, by apt-get or apk. In a container they are gone when it is made anew.",
  noneDeno:
    "Packages that scripts import by address, such as npm:chalk@5 or jsr:@std/path, fetched ahead so that tasks run without network.",
  noMatch: "Nothing fits",
  clearFilters: "Clear the filters",
  lacksNpm: "npm is not installed on this machine: install Node.js with npm first.",
  lacksPnpm: "pnpm is not installed on this machine: install it, or choose npm in the settings.",
  lacksPython: "python3 is not installed on this machine: install it first.",
  lacksVenv: "python3 on this machine cannot make virtual environments: install python3-venv first.",
  lacksPackageTool:
    "This machine has neither apt-get nor apk, so no packages of the system can be installed.",
  lacksRights:
    "The panel may not install packages of the system: it runs neither as root nor as a user with sudo without a password.",
  lacksDeno:
    "There is no Deno on this machine, and the panel's own executable cannot fetch packages: install Deno first.",

  missingOne: "Install {name}",
  missingSeveral: "Install {count} missing packages",
  missingText:
    "{count, plural, one {The last run misses the package {name}.} other {The last run misses # packages: {names}.}}",
};
