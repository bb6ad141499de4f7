import type { Language } from "../../contract/settings.ts";

/** The texts of the API page around the document, which is in English. */
export interface DocsMessages {
  title: string;
  intro: string;
  document: string;
  parts: string;
  permissions: string;
  permissionsIntro: string;
  permission: string;
  opens: string;
  compatible: string;
  nothing: string;
  access: { public: string; account: string; administrator: string; known: string; scope: string };
  stepUp: string;
  stepUpFields: string;
  parameters: string;
  required: string;
  body: string;
  results: string;
  schemas: string;
  open: string;
  token: string;
  back: string;
  search: string;
  noMatch: string;
  try: string;
  query: string;
  send: string;
  changes: string;
  unreachable: string;
}

export const docsMessages: Record<Language, DocsMessages> = {
  en: {
    title: "API",
    intro: "The panel's own page uses this API for everything. Programs use it with a token.",
    document: "OpenAPI document",
    parts: "API sections",
    permissions: "Permissions",
    permissionsIntro: "Endpoints that each permission of an application can access. Write includes read.",
    permission: "Permission",
    opens: "Endpoints",
    compatible:
      "For programs written for qinglong: the same calls, fields and numbers. Those without /open are below /api. New programs should use the other sections.",
    nothing: "None",
    access: {
      public: "No login needed",
      account: "Logged-in user only",
      administrator: "Administrator only",
      known: "Logged-in user or any application",
      scope: "User or application with {scope}",
    },
    stepUp: "Requires the password or a code again after 10 minutes",
    stepUpFields: "Changing {fields} requires the password or a code again after 10 minutes",
    parameters: "Parameters",
    required: "required",
    body: "Body",
    results: "Responses",
    schemas: "Schemas",
    open: "Open",
    token: "Get a token and send it with every request:",
    back: "Back to the panel",
    search: "Search endpoints ( / )",
    noMatch: "No endpoint matches the search.",
    try: "Try it",
    query: "Query",
    send: "Send",
    changes: "Sends a real request with your session.",
    unreachable: "The panel did not respond.",
  },
  zh: {
    title: "API",
    intro: "面板页面的所有操作都使用此 API，程序凭令牌使用。",
    document: "OpenAPI 文档",
    parts: "API 分组",
    permissions: "权限",
    permissionsIntro: "应用的各项权限可访问的接口。写入权限包含读取权限。",
    permission: "权限",
    opens: "接口",
    compatible:
      "供为 qinglong 编写的程序使用，调用方式、字段和数值都保持一致。不带 /open 的路径位于 /api 下。新编写的程序请使用其他分组。",
    nothing: "无",
    access: {
      public: "无需登录",
      account: "仅限已登录的用户",
      administrator: "仅限管理员",
      known: "已登录的用户或任意应用",
      scope: "拥有 {scope} 权限的用户或应用",
    },
    stepUp: "距上次验证超过 10 分钟时，需要再次输入密码或验证码",
    stepUpFields: "修改 {fields} 时，如距上次验证超过 10 分钟，需要再次输入密码或验证码",
    parameters: "参数",
    required: "必填",
    body: "请求体",
    results: "响应",
    schemas: "数据结构",
    open: "打开",
    token: "获取令牌，并随每个请求发送：",
    back: "返回面板",
    search: "搜索接口（/）",
    noMatch: "没有匹配的接口。",
    try: "试一试",
    query: "查询参数",
    send: "发送",
    changes: "将以您的登录身份发送真实请求。",
    unreachable: "面板没有响应。",
  },
};
