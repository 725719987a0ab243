import { SettingsSection } from './settings-section.tsx'

/** */
export function DataSection({ uid }: { uid: number }) {
  return (
    <SettingsSection
      name="data"
      intro="Everything this site stores about you, as a JSON file: your account, sessions, subscriptions, the messages sent to you, and the changes you made."
    >
      {/* A file, not a page: downloaded by the browser. */}
      <a className="button" href={`/api/user/${uid}/data`} download>
        Download your data
      </a>
    </SettingsSection>
  )
}
