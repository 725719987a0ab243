import { Loaded } from '../../../parts/loaded.tsx'
import { useStaffAnswer } from '../../../parts/use-staff-answer.ts'
import { SiteScreenFrame } from '../../frame/site-screen-frame.tsx'
import { MaintenanceForm } from './maintenance-form.tsx'

/** O-02 */
export function MaintenancePart() {
  const { called, reload } = useStaffAnswer('GET /api/admin/site/maintenance', { input: {}, because: '' })
  return (
    <SiteScreenFrame
      title="Temporary maintenance"
      lead="Closes the whole site for readers for a while. Staff still reach this area."
    >
      <Loaded called={called} onRetry={reload}>
        {({ data: { version, ...values } }) => (
          <MaintenanceForm start={{ values, version }} reload={reload} />
        )}
      </Loaded>
    </SiteScreenFrame>
  )
}
