import { Screen } from '../shell/screen.tsx'

export function TemplatesScreen() {
  return <Screen title="Templates">…</Screen>
}
