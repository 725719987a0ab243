import { Screen } from '../shell/screen.tsx'

export function NewRecordScreen() {
  return <Screen title="New record">…</Screen>
}
