import { useState } from "react";
import type { Account } from "../../../../server/contract/account.ts";
import { issueAt } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/text_field.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { SettingRow } from "../setting_row.tsx";
import { PictureRow } from "./picture_row.tsx";
import { useAccountAct } from "./use_account.ts";

/** Name and picture. */
export function AccountCard({ account }: { account: Account }) {
  const { t } = useWords();
  return (
    <Card title={t("security.account")} help={t("security.accountHelp")} flush>
      <NameRow key={account.username} account={account} />
      <PictureRow address={account.avatar} />
    </Card>
  );
}

function NameRow({ account: { username, version } }: { account: Account }) {
  const { t } = useWords();
  const toast = useToast();
  const [name, setName] = useState(username);
  const { mutate, isPending, error, reset } = useAccountAct((api, next: string) =>
    api.patch<Account>("/account", { username: next }, { version })
  );
  const changed = name.trim() !== "" && name.trim() !== username;
  const save = () =>
    mutate(name.trim(), {
      onSuccess: () => toast.message("success", t("security.usernameSaved")),
      onError: toast.problem,
    });
  return (
    <SettingRow title={t("security.username")} help={t("security.usernameHelp")}>
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) save();
        }}
      >
        <TextField
          label={t("security.username")}
          hideLabel
          className="flex-1"
          value={name}
          error={issueAt(error, "username")}
          maxLength={64}
          autoComplete="username"
          autoCapitalize="off"
          onChange={(event) => {
            setName(event.target.value);
            reset();
          }}
        />
        <Button type="submit" disabled={!changed} loading={isPending}>{t("ui.save")}</Button>
      </form>
    </SettingRow>
  );
}
