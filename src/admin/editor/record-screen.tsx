import { Screen } from '../shell/screen.tsx'

export function RecordScreen() {
  return <Screen title="Record">…</Screen>
}
