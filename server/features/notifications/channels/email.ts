import services from "nodemailer/lib/well-known/services.json" with { type: "json" };
import { type ChannelType, DeliveryError } from "./channel_type.ts";
import { choice, optional, required } from "./fields.ts";
import { mailOf } from "./smtp.ts";

const names = Object.entries(services).flatMap(([name, service]) => "host" in service ? [name] : []);

export const email: ChannelType = {
  type: "email",
  label: { en: "Email", zh: "邮箱" },
  help: { en: "For other providers, choose SMTP", zh: "其他邮箱服务请选择 SMTP" },
  fields: [
    required("emailService", "select", "destination", "Service", "邮箱服务", {
      options: names.map((name) => choice(name, name, name)),
    }),
    required("emailUser", "text", "content", "Address", "邮箱地址"),
    required("emailPass", "secret", "content", "Password or authorization code", "密码或授权码"),
    optional("emailTo", "text", "content", "Recipients", "收件人", {
      help: {
        en: "Separate with semicolons. Leave blank to use your own address.",
        zh: "多个收件人用英文分号分隔，留空则发给自己",
      },
    }),
  ],
  limits: { title: 250, content: 20_000 },
  async send(message, { emailService = "", emailUser = "", emailPass = "", emailTo = "" }, sender) {
    const { default: findService } = await import("nodemailer/lib/well-known");
    const service = findService(emailService);
    if (service === false || service.host === undefined) {
      throw new DeliveryError(`Unknown mail service: ${emailService}`, { permanent: true });
    }
    const port = Number(service.port ?? 587);
    return await sender.mail({
      ...await mailOf(message, emailTo.trim() || emailUser),
      host: service.host,
      port,
      secure: service.secure ?? port === 465,
      user: emailUser.trim(),
      password: emailPass,
      from: `Sundial <${emailUser.trim()}>`,
    });
  },
};
