import { Screen } from '../shell/screen.tsx'

export function TokensScreen() {
  return <Screen title="API tokens">…</Screen>
}
