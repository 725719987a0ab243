import { Screen } from '../shell/screen.tsx'

export function FiguresScreen() {
  return <Screen title="Figures">…</Screen>
}
