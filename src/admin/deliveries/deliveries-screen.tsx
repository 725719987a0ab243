import { can } from '../../domain/access.ts'
import { useRoot } from '../../ui/root-data.ts'
import { Tabs } from '../parts/tabs.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { AddressCheck } from './address-check.tsx'
import styles from './deliveries-screen.module.css'
import { DeliverySearch } from './delivery-search.tsx'
import { GivenUp } from './given-up.tsx'
import { Sendings } from './sendings.tsx'
import { SuppressedGroups } from './suppressed-groups.tsx'
import { useRetry } from './use-retry.ts'

const VIEWS = ['sendings', 'given-up', 'search', 'addresses'] as const
type View = (typeof VIEWS)[number]

/** Z-03, Z-05 */
export function DeliveriesScreen() {
  const { roles } = useStaff()
  const { query, change } = useQuery(['view', 'recipient', 'record', 'publication', 'state'] as const)
  const view = VIEWS.find((known) => known === query.view) ?? 'sendings'
  const retrying = useRetry({ isAllowed: can(roles, 'retry-deliveries') })
  const { edition } = useRoot().global
  const { called } = useStaffAnswer('GET /api/admin/deliveries/dead', {
    input: {},
    because: `${edition.number} ${retrying.count}`,
  })
  const givenUp = called?.kind === 'done' ? called.answer.total : undefined
  const pick = (next: View) =>
    change({
      view: next === 'sendings' ? '' : next,
      recipient: '',
      record: '',
      publication: '',
      state: '',
    })
  return (
    <Screen
      title="Deliveries"
      lead="Messages to subscribers, without channels that are switched off and addresses that refuse mail."
    >
      <Tabs
        label="Deliveries"
        tabs={[
          { name: 'sendings', title: 'Sendings' },
          { name: 'given-up', title: 'Failed', count: givenUp },
          { name: 'search', title: 'Search' },
          { name: 'addresses', title: 'Addresses' },
        ]}
        current={view}
        onPick={pick}
      >
        <div className={styles.view}>
          {view === 'sendings' && <Sendings retrying={retrying} />}
          {view === 'given-up' && <GivenUp retrying={retrying} />}
          {view === 'search' && <DeliverySearch asked={query} onAsk={change} retrying={retrying} />}
          {view === 'addresses' && <AddressCheck canLift={can(roles, 'retry-deliveries')} />}
          {view === 'addresses' && <SuppressedGroups canLift={can(roles, 'retry-deliveries')} />}
        </div>
      </Tabs>
    </Screen>
  )
}
