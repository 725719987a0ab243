import { Screen } from '../shell/screen.tsx'

export function PersonScreen() {
  return <Screen title="Person">…</Screen>
}
