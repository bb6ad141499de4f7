import type { ErrorCode } from "../error_codes.ts";
import type { ErrorMessages } from "./contract_messages.ts";

/** Errors about accounts and their permissions. */
export const accountErrors = {
  already_initialized: { title: "已初始化", detail: "面板已有账户" },
  second_factor_active: { title: "两步验证已开启", detail: "两步验证已开启，请先关闭" },
  second_factor_inactive: { title: "两步验证未开启", detail: "该账户未开启两步验证" },
  second_factor_not_started: {
    title: "尚未开始设置",
    detail: "请先开始设置两步验证，获取应用所需的密钥",
  },
  passkeys_unavailable: {
    title: "无法使用通行密钥",
    detail: "通行密钥与主机名绑定，但面板通过 IP 地址打开。请使用主机名打开",
  },
  too_many_passkeys: { title: "通行密钥过多", detail: "一个账户最多 {max} 个通行密钥，请先移除一个" },
  passkey_known: { title: "通行密钥已存在", detail: "该账户已有此通行密钥" },
  permission_missing: { title: "没有权限", detail: "你的角色无权执行此操作，可由管理员修改" },
  account_disabled: { title: "账户已禁用", detail: "此账户已被管理员禁用" },
  password_login_off: {
    title: "密码登录已关闭",
    detail: "请使用单点登录或通行密钥登录。sundial reset-password 可重新开启密码登录",
  },
  sign_on_failed: { title: "未登录", detail: "面板前的代理未指明可登录的用户" },
  sign_on_without_role: { title: "没有角色", detail: "你所在的组在此面板中没有角色，可由管理员更改" },
  too_few_other_logins: {
    title: "仍需要密码登录",
    detail: "有 {needed} 位管理员可通过身份提供方或通行密钥登录时，才能关闭密码登录",
  },
  last_login_way: {
    title: "唯一的登录方式",
    detail: "此账户没有密码，请先设置密码，或添加通行密钥或其他身份",
  },
  last_administrator: { title: "唯一的管理员", detail: "这是唯一可用的管理员，请先将其他账户设为管理员" },
  invitation_invalid: { title: "邀请无效", detail: "此邀请已使用、已过期或已撤回，请向管理员索取新的邀请" },
} satisfies Partial<Record<ErrorCode, ErrorMessages>>;
