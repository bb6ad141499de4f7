import assert from "node:assert/strict";
import { type LogLevel, logLevelOf } from "./log_terms.ts";

const lines: Record<LogLevel | "output", string[]> = {
  error: [
    "ERROR: no space left",
    "[error] cannot connect",
    "2026-01-02 03:04:05 ERROR main",
    "::error file=a.ts,line=1::broken",
    "##[error]Process completed with exit code 1.",
    "npm ERR! code E404",
    "npm error code E404",
    "panic: runtime error: index out of range",
    "thread 'main' panicked at src/main.rs:2:5",
    "Traceback (most recent call last):",
    "ValueError: invalid literal",
    "java.lang.NullPointerException",
    "Caused by: System.Exception: broken",
    "Input/output error",
    "exit with error: 0x80004005",
    "2 passed, 10 failed",
    "0 passed, 0 skipped, 1 failed",
    "no error in a, but an error in b",
    '{"level":"error","message":"x"}',
    "open error.log: an error",
    "登录失败：密码错误",
    "失败：10",
  ],
  warning: [
    "WARNING: low disk space",
    "npm WARN deprecated x",
    "::warning::careful",
    "##[warning]careful",
    "DeprecationWarning: x",
    "警告：磁盘空间不足",
  ],
  output: [
    "",
    "0 errors, 0 warnings",
    "0 failed",
    "no error found",
    "No warning",
    "finished without error",
    "finished without any error",
    "errors: 0",
    "error: 0",
    "failed=0",
    '{"error":null,"ok":true}',
    "{error: false}",
    "warning: 0",
    "open error_log.ts",
    "open /var/log/error.log",
    "wrote logs/error/2026.txt",
    "--fail-on-error",
    "src/error.ts:12",
    "error-handler loaded",
    "terrorism, failedly, fatality, warned",
    "没有错误",
    "无异常",
    "0 个错误",
    "失败次数: 0",
    "没有警告",
  ],
};
for (const [level, texts] of Object.entries(lines)) {
  Deno.test(`log terms: lines that are ${level}`, () => {
    for (const text of texts) assert.equal(logLevelOf(text) ?? "output", level, text);
  });
}
