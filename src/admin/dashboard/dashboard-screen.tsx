import { Screen } from '../shell/screen.tsx'

export function DashboardScreen() {
  return <Screen title="Dashboard">…</Screen>
}
