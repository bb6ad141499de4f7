interface ResetMessages {
  ask: string;
  askAgain: string;
  nothingTyped: string;
  differ: string;
  notSetUp(folder: string): string;
  otherVersion: string;
  whichAccount(names: string): string;
  passwordChanged(name: string): string;
  generated(password: string): string;
  passkeysRemoved(names: string): string;
  identitiesRemoved(names: string): string;
  applicationsSuspended(names: string): string;
  secondFactorOff(name: string): string;
  passkeysStay(names: string): string;
  failed(reason: string): string;
}

const en: ResetMessages = {
  ask: "New password: ",
  askAgain: "Confirm new password: ",
  nothingTyped: "no password was entered",
  differ: "The two passwords you entered do not match!",
  notSetUp: (folder) => `there is no panel in ${folder}; set its data folder with --data-dir`,
  otherVersion: "the database belongs to another version; start this version of the panel once first",
  whichAccount: (names) => `specify the account with --user: ${names}`,
  passwordChanged: (name) => `Changed the password of ${name}. All sessions were ended.`,
  passkeysRemoved: (names) => `Removed passkeys: ${names}`,
  identitiesRemoved: (names) => `Removed identities of single sign-on: ${names}`,
  applicationsSuspended: (names) =>
    `Suspended applications: ${names}. Enable them, or reset their secrets, under Settings > Applications.`,
  generated: (password) => `New password: ${password}`,
  secondFactorOff: (name) =>
    `Turned off two-factor authentication for ${name}. All sessions were ended. Log in with the password, then set it up again.`,
  passkeysStay: (names) =>
    `Passkeys that still work: ${names}. Remove lost ones under Settings > Security, or all with reset-password.`,
  failed: (reason) => `nothing was changed: ${reason}`,
};

const zh: ResetMessages = {
  ask: "新密码：",
  askAgain: "确认新密码：",
  nothingTyped: "未输入密码",
  differ: "两次输入的密码不一致！",
  notSetUp: (folder) => `${folder} 中没有面板，请用 --data-dir 指定数据目录`,
  otherVersion: "数据库属于其他版本，请先用此版本启动一次面板",
  whichAccount: (names) => `请用 --user 指定账户：${names}`,
  passwordChanged: (name) => `已修改 ${name} 的密码，所有会话均已结束`,
  passkeysRemoved: (names) => `已移除通行密钥：${names}`,
  identitiesRemoved: (names) => `已移除单点登录身份：${names}`,
  applicationsSuspended: (names) => `已停用应用：${names}。请在“系统设置 > 应用”中启用或重置密钥`,
  generated: (password) => `新密码：${password}`,
  secondFactorOff: (name) => `已关闭 ${name} 的两步验证，所有会话均已结束。请用密码登录后重新设置`,
  passkeysStay: (names) =>
    `仍可登录的通行密钥：${names}。请在“系统设置 > 安全设置”中移除丢失的，或用 reset-password 全部移除`,
  failed: (reason) => `未作任何修改：${reason}`,
};

export const resetMessages = { en, zh };
