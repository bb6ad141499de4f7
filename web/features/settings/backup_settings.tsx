import { AutomaticCard } from "../backups/automatic_card.tsx";
import { BackupCard } from "../backups/backup_card.tsx";
import { LoadedSettings } from "./loaded_settings.tsx";

export default function BackupSettings() {
  return (
    <LoadedSettings>
      {(props) => (
        <>
          <BackupCard />
          <AutomaticCard {...props} />
        </>
      )}
    </LoadedSettings>
  );
}
