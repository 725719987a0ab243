import { Screen } from '../shell/screen.tsx'

export function SeriesScreen() {
  return <Screen title="Recurring maintenance">…</Screen>
}
