import { Screen } from '../shell/screen.tsx'

export function SiteScreen() {
  return <Screen title="Site">…</Screen>
}
