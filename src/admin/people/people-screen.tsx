import { Screen } from '../shell/screen.tsx'

export function PeopleScreen() {
  return <Screen title="People">…</Screen>
}
