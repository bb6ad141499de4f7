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
  nothing: string;
  access: { public: string; account: string; known: string; scope: string };
  stepUp: string;
  stepUpFields: string;
  parameters: string;
  required: string;
  body: string;
  results: string;
  schemas: string;
  open: string;
  token: string;
}

export const docsMessages: Record<Language, DocsMessages> = {
  en: {
    title: "API",
    intro:
      "Everything the panel's own page does goes through these addresses. Programs use them with a token.",
    document: "OpenAPI document",
    parts: "Parts of the API",
    permissions: "Permissions",
    permissionsIntro: "What each permission of an application opens. Write includes read.",
    permission: "Permission",
    opens: "Opens",
    nothing: "Nothing yet",
    access: {
      public: "No login needed",
      account: "Logged-in person only",
      known: "Logged-in person or any application",
      scope: "Logged-in person, or application with {scope}",
    },
    stepUp: "Asks for the password or a code again when that was more than 10 minutes ago",
    stepUpFields:
      "Changing {fields} asks for the password or a code again when that was more than 10 minutes ago",
    parameters: "Parameters",
    required: "required",
    body: "Body",
    results: "Answers",
    schemas: "Shapes",
    open: "Open",
    token: "Get a token, then send it with every request:",
  },
  zh: {
    title: "API",
    intro: "面板页面的所有操作都通过这些地址完成，程序凭令牌使用它们。",
    document: "OpenAPI 文档",
    parts: "API 分组",
    permissions: "权限",
    permissionsIntro: "应用的每项权限可以访问的地址。写入权限包含读取权限。",
    permission: "权限",
    opens: "可访问",
    nothing: "暂无",
    access: {
      public: "无需登录",
      account: "仅限已登录的管理员",
      known: "已登录的管理员或任意应用",
      scope: "已登录的管理员，或拥有 {scope} 权限的应用",
    },
    stepUp: "距上次验证身份超过 10 分钟时，需要再次输入密码或验证码",
    stepUpFields: "距上次验证身份超过 10 分钟时，修改 {fields} 需要再次输入密码或验证码",
    parameters: "参数",
    required: "必填",
    body: "请求体",
    results: "响应",
    schemas: "数据结构",
    open: "打开",
    token: "先获取令牌，再随每个请求发送：",
  },
};
