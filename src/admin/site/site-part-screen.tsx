import { Screen } from '../shell/screen.tsx'

export function SitePartScreen() {
  return <Screen title="Site">…</Screen>
}
