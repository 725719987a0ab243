import { Screen } from '../shell/screen.tsx'

export function ImportsScreen() {
  return <Screen title="Imports">…</Screen>
}
