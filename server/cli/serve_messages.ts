export const serveMessages = {
  en: {
    setupCode: (code: string, link: string) =>
      `Set-up code for the first visit: ${code}\nOpen ${link} to set the panel up`,
    portTaken: (host: string, port: number) =>
      `cannot listen on ${host}:${port}: something else does; stop it or set SUNDIAL_PORT to another port`,
  },
  zh: {
    setupCode: (code: string, link: string) => `首次访问所需的初始化码：${code}\n打开 ${link} 进行初始化`,
    portTaken: (host: string, port: number) =>
      `无法监听 ${host}:${port}：端口已被占用；请停止占用者，或用 SUNDIAL_PORT 设置其他端口`,
  },
};
