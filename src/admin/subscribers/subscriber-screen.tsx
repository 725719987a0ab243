import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Followed, SubscriberDetails } from '../../contract/admin/subscribers.ts'
import type { FoundDelivery } from '../../contract/deliveries.ts'
import { can } from '../../domain/access.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { FOUND_COLUMNS } from '../deliveries/found-columns.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { DefinitionList } from '../parts/definition-list.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { PersonChannels } from '../people/person-channels.tsx'
import { MissingScreen } from '../shell/missing-screen.tsx'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { SubscriberStateChips } from './found-subscribers.tsx'
import { type SubscriberAct, SubscriberActions, SubscriberDialog } from './subscriber-actions.tsx'
import styles from './subscribers-screen.module.css'

/** Z-05 */
export function SubscriberScreen() {
  const { uid } = useParams()
  const isNumber = /^\d{1,9}$/.test(uid ?? '')
  return isNumber ? <Subscriber key={uid} uid={Number(uid)} /> : <MissingScreen />
}

function Subscriber({ uid }: { uid: number }) {
  const { roles } = useStaff()
  const navigate = useNavigate()
  const { called, reload } = useStaffAnswer('GET /api/admin/subscribers/:uid', {
    input: { uid },
    because: '',
  })
  const [changed, setChanged] = useState<SubscriberDetails>()
  const [changes, setChanges] = useState(0)
  const [act, setAct] = useState<SubscriberAct>()
  const details = changed ?? (called?.kind === 'done' ? called.answer.data : undefined)
  const rights = {
    mayManage: can(roles, 'manage-subscribers'),
    mayStopMail: can(roles, 'retry-deliveries'),
  }
  return (
    <Screen
      title={details?.subscriber.email ?? details?.subscriber.name ?? `Account ${uid}`}
      back={{ to: '/admin/subscribers', words: 'All subscribers' }}
      actions={details !== undefined && <SubscriberActions details={details} {...rights} onAct={setAct} />}
    >
      <Loaded called={called} onRetry={reload} lines={12}>
        {({ data }) => (
          <Details
            details={changed ?? data}
            changes={changes}
            onEnd={rights.mayManage ? (followed) => setAct({ kind: 'end-one', followed }) : undefined}
            showsHistory={can(roles, 'see-audit-log')}
            linksToAccount={can(roles, 'manage-people')}
          />
        )}
      </Loaded>
      {act !== undefined && details !== undefined && (
        <SubscriberDialog
          act={act}
          details={details}
          onChanged={(next) => {
            setChanged(next)
            setChanges((before) => before + 1)
          }}
          onErased={() => navigate('/admin/subscribers')}
          onClose={() => setAct(undefined)}
        />
      )}
    </Screen>
  )
}

function Details({
  details,
  changes,
  onEnd,
  showsHistory,
  linksToAccount,
}: {
  details: SubscriberDetails
  changes: number
  onEnd: ((followed: Followed) => void) | undefined
  showsHistory: boolean
  linksToAccount: boolean
}) {
  const { subscriber, follows } = details
  const { uid, email } = subscriber
  return (
    <div>
      <RuledSection name="subscriber" title="Subscriber">
        <DefinitionList
          items={[
            { term: 'State', detail: <SubscriberStateChips row={subscriber} /> },
            { term: 'Address', detail: email === null ? 'None' : <BreakableAddress address={email} /> },
            { term: 'Name', detail: subscriber.name },
            { term: 'Account since', detail: <Moment at={subscriber.created_at} precision="minute" /> },
            { term: 'Joined via', detail: cameByWords(subscriber) },
            {
              term: 'Account',
              detail: linksToAccount ? <Link to={`/admin/people/${uid}`}>{uid}</Link> : uid,
            },
          ]}
        />
      </RuledSection>
      <RuledSection name="follows" title="Follows">
        <DataTable
          label="Follows"
          rows={follows}
          rowKey={({ id }) => id}
          columns={FOLLOWED_COLUMNS}
          empty={<p className={styles.quiet}>Nothing.</p>}
          {...(onEnd !== undefined && {
            actions: (followed: Followed) => (
              <button
                type="button"
                className="button"
                aria-label={`End ${followed.name}`}
                onClick={() => onEnd(followed)}
              >
                End
              </button>
            ),
          })}
        />
      </RuledSection>
      <RuledSection name="channels" title="Channels">
        <PersonChannels details={details} uid={uid} />
      </RuledSection>
      <RuledSection name="sent" title="Latest messages">
        <LatestMessages key={changes} uid={uid} />
      </RuledSection>
      {showsHistory && (
        <RuledSection name="history" title="History">
          <AuditTrail key={changes} entity="user" id={uid} />
        </RuledSection>
      )}
    </div>
  )
}

const FOLLOWED_COLUMNS: readonly Column<Followed>[] = [
  { head: 'What', isName: true, cell: ({ name }) => sentenceCase(name) },
  { head: 'Since', isNarrow: true, cell: ({ since }) => <Moment at={since} precision="minute" /> },
]

function sentenceCase(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const SHOWN = 10

function LatestMessages({ uid }: { uid: number }) {
  const [found, setFound] = useState<readonly FoundDelivery[] | 'failed'>()
  useEffect(() => {
    let isOver = false
    void callAccount('POST /api/admin/deliveries/search', { recipient: String(uid) }).then((called) => {
      if (!isOver) setFound(called.kind === 'done' ? called.answer.data : 'failed')
    })
    return () => {
      isOver = true
    }
  }, [uid])
  if (found === undefined) return null
  if (found === 'failed') return <p>We can’t load the messages right now.</p>
  return (
    <>
      <DataTable
        label="Latest messages"
        rows={found.slice(0, SHOWN)}
        rowKey={({ id }) => id}
        columns={FOUND_COLUMNS.filter(({ head }) => head !== 'To')}
        empty={<p className={styles.quiet}>Nothing was sent to them in the last three months.</p>}
      />
      {found.length > SHOWN && (
        <p>
          <Link to={`/admin/deliveries?view=search&recipient=${uid}`}>All messages</Link>
        </p>
      )}
    </>
  )
}

function cameByWords({ came_by, has_password, is_staff }: SubscriberDetails['subscriber']): string {
  if (is_staff) return 'Employee login'
  const words = came_by === null ? 'Unknown' : CAME_BY[came_by]
  return has_password ? words : `${words}; no password`
}

const CAME_BY = {
  'sign-up': 'Sign-up',
  follow: 'Following by email',
  import: 'Import',
  staff: 'Added by staff',
} as const
