// Which tasks and scripts mention a variable or a script, and what a command mentions.
import * as z from "zod";
import { filePath } from "./files.ts";
import { id } from "./shapes.ts";
import { taskLimits } from "./limits/tasks.ts";

const taskReference = z.object({
  id,
  name: z.string(),
  enabled: z.boolean(),
}).meta({ id: "TaskReference" });
export type TaskReference = z.infer<typeof taskReference>;

const complete = z.boolean().meta({
  description: "False if there are more, or the time limit of the search was reached",
});

/** Where the name of a variable occurs; only what the client may read. */
export const variableMentions = z.object({
  tasks: z.array(taskReference).meta({
    description: "Tasks whose command, or command before or after, contains the name",
  }),
  scripts: z.array(z.object({
    path: z.string(),
    line: z.int().meta({ description: "The first line with the name" }),
    text: z.string(),
  })),
  complete,
}).meta({ id: "VariableMentions" });
export type VariableMentions = z.infer<typeof variableMentions>;

export const scriptTasksQuery = z.strictObject({ path: filePath.min(1) });
/** The tasks that run a script, or that something starts. */
export const scriptTasks = z.object({ tasks: z.array(taskReference), complete }).meta({ id: "ScriptTasks" });
export type ScriptTasks = z.infer<typeof scriptTasks>;

const commandText = z.string().max(taskLimits.command);

export const commandCheckBody = z.strictObject({
  command: commandText,
  before: commandText.nullable().default(null),
  workingDirectory: z.string().max(4096).nullable().default(null),
}).meta({ id: "CommandCheckInput" });
export type CommandCheckBody = z.infer<typeof commandCheckBody>;

/** What a command mentions; only what the client may read. */
export const commandCheck = z.object({
  script: z.object({ path: z.string(), exists: z.boolean() }).nullable().meta({
    description: "The script below the scripts folder that the command runs; null if it names none there",
  }),
  undefinedVariables: z.array(z.string()).meta({
    description:
      "Variables that the command uses, and that neither it, the panel nor the configuration defines",
  }),
}).meta({ id: "CommandCheck" });
export type CommandCheck = z.infer<typeof commandCheck>;
