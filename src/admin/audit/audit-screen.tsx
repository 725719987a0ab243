import { Screen } from '../shell/screen.tsx'

export function AuditScreen() {
  return <Screen title="Audit log">…</Screen>
}
