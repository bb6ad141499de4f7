import type { approvals as english } from "../en/approvals.ts";
import type { SameNames } from "../messages.ts";

/** Runs that wait until a person approves them. */
export const approvals: SameNames<typeof english> = {
  approve: "批准",
  approveOne: "批准 {name}",
  approved: "已批准 {name}",
  approvedBy: "由 {name} 批准",
  approvedLocally: "通过命令行批准",
  approveTitle: "批准“{name}”的运行 #{run}？",
  approveText: "批准后将尽快开始运行。",
  lapse: "审批时限",
  lapseHelp: "超过此时间无人批准的运行将被跳过。",
  lapses: "截止时间：{time}",
  lapsesAfter: "{time}后无人批准则跳过",
  reject: "拒绝",
  rejectOne: "拒绝 {name}",
  rejected: "已拒绝 {name}",
  rejectedBy: "由 {name} 拒绝",
  rejectedLocally: "通过命令行拒绝",
  rejectTitle: "拒绝“{name}”的运行 #{run}？",
  rejectText: "该运行将被跳过，在流程运行中视为失败。",
  remark: "备注",
  requires: "运行需要审批",
  requiresHelp: "无论如何启动，每次运行都要等待人员批准后才会开始。重试无需再次审批。",
  title: "等待审批",
};
