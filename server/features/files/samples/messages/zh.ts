import type { SampleMessages } from "./sample_messages.ts";

export const zh: SampleMessages = {
  "config.sh": `# 每次运行任务或脚本之前，Shell 会最先读取 config.sh。
# 在这里 export 的变量对钩子和脚本可用。
# 每次运行都会执行：请保持快速，不要输出内容，也不要调用 exit，否则本次运行会直接结束。

## 多个脚本共用的地址和密钥。机密建议保存为面板的环境变量。
# export API_URL="https://api.example.com"
# export API_TOKEN=""

## 代理，供支持这些变量的脚本使用。
# export http_proxy="http://127.0.0.1:7890"
# export https_proxy="$http_proxy"
# export no_proxy="localhost,127.0.0.1"

## 订阅中对应字段留空时的默认值。
# 脚本未设置定时规则时使用。默认为每个脚本安排不同的时间。
# DefaultCronRule="30 6 * * *"
# 要拉取的文件扩展名。默认为 js mjs py。
# RepoFileExtensions="js mjs py ts sh"
# 代理，面板设置中未设置时使用。
# ProxyUrl="http://127.0.0.1:7890"
# 由 ql repo 和 ql raw 建立的订阅是否自动新增、删除任务。
# AutoAddCron="true"
# AutoDelCron="true"

## 对所有任务生效的开关。面板直接读取，不会执行此文件：请每行写一个固定的值。
# 任务未设置时限时使用：秒数，或带 s、m、h、d。命令中的 -m 优先。
# CommandTimeoutTime="1h"
# 定时运行的脚本最多推迟的秒数。只对命令中仅有脚本的任务生效。
# RandomDelay="300"
# 推迟哪些扩展名的脚本，留空则全部推迟。默认为 js。
# RandomDelayFileExtensions="js py"
# 每小时的哪些分钟准时运行，留空则没有例外。默认为 0 30。
# RandomDelayIgnoredMinutes="0 30"
# 面板启动时是否运行 extra.sh。
# EnableExtraShell="true"

## 安装在其他位置的程序和依赖。
# export PATH="$HOME/.local/bin:$PATH"
# export NODE_OPTIONS="--max-old-space-size=512"
`,
  "task_before.sh": `# 每次运行之前，同一个 Shell 会在 config.sh 之后读取 task_before.sh：
# 在这里 export 的变量对脚本可用。"$@" 是脚本名及其参数。
# 调用 exit 会在脚本开始之前以该退出码结束本次运行。

## 在日志中记录即将运行的内容。
# echo "运行 $SUNDIAL_RUN_ID（$SUNDIAL_CAUSE），计划时间 $SUNDIAL_SCHEDULED_AT"

## 没有网络时不运行。
# if ! curl --silent --fail --max-time 5 --output /dev/null https://example.com; then
#   echo "网络不可用，本次不运行"
#   exit 1
# fi

## 每次运行设置新的值。
# export STARTED_BY="\${SUNDIAL_CAUSE}-$(date +%Y%m%d)"
`,
  "task_before.js": `// task_before.js 在每个 JavaScript 和 TypeScript 脚本之前，在同一进程中执行。
// 写入 process.env 或 globalThis 的值对脚本可用。出错会结束本次运行。

// 在日志的每一行前面显示时间。
// const log = console.log;
// console.log = (...words) => log(new Date().toISOString(), ...words);

// 记录未处理的 Promise 错误。
// process.on("unhandledRejection", (error) => {
//   console.error("Promise 失败：", error);
//   process.exitCode = 1;
// });
`,
  "task_before.py": `# task_before.py 在每个 Python 脚本之前，在同一解释器中执行。
# 写入 os.environ 的值和导入的模块对脚本可用。出错会结束本次运行。

# import os
# import sys

# 立即显示每一行输出。
# sys.stdout.reconfigure(line_buffering=True)

# 为网络请求设置超时时间。
# import socket
# socket.setdefaulttimeout(30)
`,
  "task_after.sh": `# 每次运行之后，无论成功与否，Shell 都会读取 task_after.sh。"$@" 是脚本名及其参数。
# Shell 脚本的变量仍然可用。SUNDIAL_EXIT_CODE 是脚本的退出码，此文件不会改变它。

## 运行失败时发出通知。
# if [ "$SUNDIAL_EXIT_CODE" -ne 0 ]; then
#   curl --silent --max-time 10 --data "运行 $SUNDIAL_RUN_ID 失败，退出码 $SUNDIAL_EXIT_CODE" https://example.com/hook
# fi

## 清理脚本留下的临时文件。
# find /tmp -maxdepth 1 -name 'my-script-*' -mtime +1 -delete
`,
  "task_after.js": `// task_after.js 会在每个 JavaScript 和 TypeScript 脚本之后，在单独的进程里运行。
// process.env.SUNDIAL_EXIT_CODE 是脚本的退出码；参数与本次运行相同。

// const code = Number(process.env.SUNDIAL_EXIT_CODE);
// if (code !== 0) console.log("运行", process.env.SUNDIAL_RUN_ID, "失败，退出码", code);
`,
  "task_after.py": `# task_after.py 会在每个 Python 脚本之后，在单独的进程里运行。
# 环境变量 SUNDIAL_EXIT_CODE 是脚本的退出码；参数与本次运行相同。

# import os
# if os.environ["SUNDIAL_EXIT_CODE"] != "0":
#     print("运行", os.environ["SUNDIAL_RUN_ID"], "失败")
`,
  "extra.sh":
    `# 在 config.sh 中设置 EnableExtraShell="true" 后，面板启动时会运行 extra.sh。也可以在任务或终端中运行
#   ql extra
# 适合用来维护自己的目录和程序。

## 脚本下载的文件保留一周。
# find ./downloads -type f -mtime +7 -delete

## 更新自己的脚本仓库。
# git -C ./my-scripts pull --ff-only
`,
};
