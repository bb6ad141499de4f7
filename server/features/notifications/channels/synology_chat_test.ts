import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { synologyChat } from "./synology_chat.ts";

const url = "https://nas.example:5001/webapi/entry.cgi?api=SYNO.Chat.External&token=%22x%22";

testChannel({
  channel: synologyChat,
  values: { synologyChatUrl: url },
  results: [{ body: { success: true } }],
  requests: [{ url, form: { payload: JSON.stringify({ text: odd.tight }) } }],
  rejections: [
    ...webRejections,
    {
      body: { error: { code: 404, errors: "no token" }, success: false },
      permanent: true,
      contains: "no token",
    },
  ],
});
