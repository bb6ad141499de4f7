// What a source offers, in the panel's own terms. Sources build it without a database; `plan_import.ts` compares it
// with what exists here.
import type { ApplicationInput } from "../../contract/applications.ts";
import type { DependencyInput } from "../../contract/dependencies.ts";
import type { ImportNote, ImportOmission, ImportRefusal } from "../../contract/import_reasons.ts";
import type { ImportKind, ImportParams, ImportSourceName } from "../../contract/imports.ts";
import type { ChannelInput } from "../../contract/notifications.ts";
import type { SubscriptionInput } from "../../contract/subscriptions.ts";
import type { TaskInput } from "../../contract/tasks.ts";
import type { VariableInput } from "../../contract/variables.ts";
import type { ViewInput } from "../../contract/views.ts";
import type { StagedFiles } from "./staged_files.ts";

interface Item {
  /**
   * Identifies the item in its source and kind, so that a second import finds what the first one created. Must not
   * contain a secret.
   */
  key: string;
  name: string;
  notes?: ItemNote[];
}

export interface ItemNote {
  note: ImportNote;
  params?: ImportParams;
}

export interface ImportedTask extends Item {
  input: TaskInput;
  pinned?: boolean;
  /** Key of the subscription that the task belongs to. */
  subscription?: string | null;
}

export interface ImportedVariable extends Item {
  input: VariableInput;
}

export interface ImportedSubscription extends Item {
  input: SubscriptionInput;
}

/** A file of the areas `scripts` and `config`; its key is its path. */
export interface ImportedFile extends Item {
  /** Path below the area. */
  path: string;
  /** Name of the staged file, or the content itself. */
  content: { staged: string } | { text: string };
  executable?: boolean;
  /** What to do with another file of that name: refuse, or store this one as `name.imported`. */
  ifDifferent?: "refuse" | "store_beside";
}

export interface ImportedDependency extends Item {
  input: DependencyInput;
}

export interface ImportedChannel extends Item {
  input: ChannelInput;
}

export interface ImportedApplication extends Item {
  input: ApplicationInput;
  clientId: string;
  clientSecret: string;
}

export interface ImportedView extends Item {
  /** Values of conditions on `subscription` are keys of subscriptions. */
  input: ViewInput;
}

export interface RejectedItem {
  kind: ImportKind;
  name: string;
  reason: ImportRefusal;
  params?: ImportParams;
}

export interface ImportContent {
  config: ImportedFile[];
  scripts: ImportedFile[];
  variables: ImportedVariable[];
  subscriptions: ImportedSubscription[];
  tasks: ImportedTask[];
  dependencies: ImportedDependency[];
  channels: ImportedChannel[];
  applications: ImportedApplication[];
  views: ImportedView[];
  refused: RejectedItem[];
  leftOut: ImportOmission[];
}

/** Returns content without any item. */
export function emptyContent(): ImportContent {
  return {
    config: [],
    scripts: [],
    variables: [],
    subscriptions: [],
    tasks: [],
    dependencies: [],
    channels: [],
    applications: [],
    views: [],
    refused: [],
    leftOut: [],
  };
}

/** A program that data can be imported from. */
export interface ImportSource {
  name: ImportSourceName;
  /** Returns whether the files look like an export of this program. Reads as little as possible. */
  detect(files: StagedFiles): Promise<boolean>;
  /**
   * Reads everything. Items that cannot be imported are `refused`, with a reason. Throws `import_refused` when nothing
   * can be read. Long loops yield to the event loop.
   */
  read(files: StagedFiles): Promise<ImportContent>;
}
