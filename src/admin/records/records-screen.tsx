import { Screen } from '../shell/screen.tsx'

export function RecordsScreen() {
  return <Screen title="Records">…</Screen>
}
