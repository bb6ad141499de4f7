// Lines in the log of a run about what it leaves for the tasks after it, and about what it gets from those before.
import { flowLimits } from "../../../contract/limits/flows.ts";
import type { Refusal } from "../../../engine/run_spec_error.ts";
import type { OutputProblem } from "./parse_outputs.ts";

/** Why what a run leaves is not used. */
export type OutputRefusal =
  | OutputProblem
  | { code: "too_many_files" | "unreadable" | "locked" }
  | { code: "too_large"; max: number };

const BEGINNING = { en: "The outputs of this run are not used: ", zh: "此次运行的输出未被采用：" } as const;

/** Returns the code of a run whose outputs are not used, and the line for its log. */
export function outputsUnused(problem: OutputRefusal): Refusal {
  return {
    code: `outputs_${problem.code}`,
    line: { en: BEGINNING.en + inEnglish(problem), zh: BEGINNING.zh + inChinese(problem) },
  };
}

/** Returns whether a line of a log says that outputs are not used: it is not the reason for which a run failed. */
export function saysOutputsUnused(line: string): boolean {
  return Object.values(BEGINNING).some((beginning) => line.startsWith(beginning));
}

/** Returns the line about files of a task before this one that are on another machine, or were removed. */
export function filesElsewhere(task: string): Refusal["line"] {
  return {
    en: `The files that ${task} has left are not on this machine. The values of its outputs are`,
    zh: `${task} 留下的文件不在本机上，其输出值可用`,
  };
}

/** Returns the line about outputs of the runs of a task for a list, which are too long together. */
export function outputsOmitted(task: string, keys: readonly string[]): Refusal["line"] {
  const max = flowLimits.outputBytes;
  return {
    en: `This run does not get ${
      keys.join(", ")
    } of ${task}: all of its runs together have more than ${max} bytes of it`,
    zh: `此次运行未得到 ${task} 的输出 ${keys.join("、")}：其各次运行的该输出合计超过 ${max} 字节`,
  };
}

function inEnglish(problem: OutputRefusal): string {
  switch (problem.code) {
    case "too_many_bytes":
      return `$SUNDIAL_OUTPUT has more than ${flowLimits.outputBytes} bytes`;
    case "not_utf8":
      return "$SUNDIAL_OUTPUT is not UTF-8";
    case "nul":
      return `line ${problem.line} of $SUNDIAL_OUTPUT contains NUL`;
    case "no_key":
      return `line ${problem.line} of $SUNDIAL_OUTPUT has neither = nor <<`;
    case "bad_key":
      return `line ${problem.line} of $SUNDIAL_OUTPUT has a name that is not allowed; it may have letters, digits, _, - and ., with a letter or _ first, and up to ${flowLimits.outputKey} characters`;
    case "reserved_key":
      return `line ${problem.line} of $SUNDIAL_OUTPUT has the name dir, which is reserved`;
    case "no_end":
      return `the text that begins in line ${problem.line} of $SUNDIAL_OUTPUT has no end`;
    case "too_many_files":
      return `$SUNDIAL_OUTPUT_DIR has more than ${flowLimits.outputFiles} files and folders`;
    case "too_large":
      return `the files in $SUNDIAL_OUTPUT_DIR have more than ${problem.max} bytes, the maximum size of a log`;
    case "unreadable":
      return "$SUNDIAL_OUTPUT or $SUNDIAL_OUTPUT_DIR cannot be read";
    case "locked":
      return "they contain a secret, which cannot be encrypted with the key of this panel";
  }
  return problem satisfies never;
}

function inChinese(problem: OutputRefusal): string {
  switch (problem.code) {
    case "too_many_bytes":
      return `$SUNDIAL_OUTPUT 超过 ${flowLimits.outputBytes} 字节`;
    case "not_utf8":
      return "$SUNDIAL_OUTPUT 不是 UTF-8";
    case "nul":
      return `$SUNDIAL_OUTPUT 第 ${problem.line} 行含有 NUL`;
    case "no_key":
      return `$SUNDIAL_OUTPUT 第 ${problem.line} 行没有 = 或 <<`;
    case "bad_key":
      return `$SUNDIAL_OUTPUT 第 ${problem.line} 行的名称无效：只能包含字母、数字、_、- 和 .，以字母或 _ 开头，最多 ${flowLimits.outputKey} 个字符`;
    case "reserved_key":
      return `$SUNDIAL_OUTPUT 第 ${problem.line} 行的名称 dir 为保留名称`;
    case "no_end":
      return `$SUNDIAL_OUTPUT 第 ${problem.line} 行开始的文本没有结束`;
    case "too_many_files":
      return `$SUNDIAL_OUTPUT_DIR 中的文件和文件夹超过 ${flowLimits.outputFiles} 个`;
    case "too_large":
      return `$SUNDIAL_OUTPUT_DIR 中的文件超过 ${problem.max} 字节，即日志的最大大小`;
    case "unreadable":
      return "无法读取 $SUNDIAL_OUTPUT 或 $SUNDIAL_OUTPUT_DIR";
    case "locked":
      return "其中含有机密，而此面板的密钥无法将其加密";
  }
  return problem satisfies never;
}
