import { AutomaticCard } from "../backups/automatic_card.tsx";
import { BackupCard } from "../backups/backup_card.tsx";
import { LoadedSettings } from "./loaded_settings.tsx";

/** Renders the backups and when they are created. */
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
