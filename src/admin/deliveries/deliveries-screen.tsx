import { can } from '../../domain/access.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { DeliveriesSection } from './deliveries-section.tsx'

export function DeliveriesScreen() {
  const { roles } = useStaff()
  return (
    <Screen title="Deliveries">
      <DeliveriesSection canRetry={can(roles, 'retry-deliveries')} />
    </Screen>
  )
}
