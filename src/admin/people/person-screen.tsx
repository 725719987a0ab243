import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { PersonDetails } from '../../contract/admin/people.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DefinitionList } from '../parts/definition-list.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { MissingScreen } from '../shell/missing-screen.tsx'
import { Screen } from '../shell/screen.tsx'
import { PersonChannels } from './person-channels.tsx'
import { PersonLimit } from './person-limit.tsx'
import styles from './person-roles.module.css'
import { PersonRoles } from './person-roles.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonState } from './person-state.tsx'

export type ShowPerson = (details: PersonDetails) => void

/** Z-05 */
export function PersonScreen() {
  const { uid } = useParams()
  const isNumber = /^\d{1,9}$/.test(uid ?? '')
  return isNumber ? <Person key={uid} uid={Number(uid)} /> : <MissingScreen />
}

function Person({ uid }: { uid: number }) {
  const { called, reload } = useStaffAnswer('GET /api/admin/people/:uid', { input: { uid }, because: '' })
  const choices = useChoices()
  const [changed, setChanged] = useState<PersonDetails>()
  const [changes, setChanges] = useState(0)
  const show: ShowPerson = (details) => {
    setChanged(details)
    setChanges((before) => before + 1)
  }
  const details = changed ?? (called?.kind === 'done' ? called.answer.data : undefined)
  return (
    <Screen
      title={details?.person.name ?? 'Account'}
      lead={<Link to="/admin/people">All people</Link>}
      actions={details === undefined ? undefined : <LockAction details={details} onChanged={show} />}
    >
      {/* All at once: the clouds would move the buttons below them when they arrive. */}
      <Loaded called={choices.called && called} onRetry={reload} lines={12}>
        {({ data }) => <Details details={changed ?? data} choices={choices} show={show} changes={changes} />}
      </Loaded>
    </Screen>
  )
}

function Details({
  details,
  choices,
  show,
  changes,
}: {
  details: PersonDetails
  choices: ReturnType<typeof useChoices>
  show: ShowPerson
  changes: number
}) {
  const { person } = details
  return (
    <div>
      <RuledSection name="account" title="Account">
        <AccountFacts details={details} />
      </RuledSection>
      <RuledSection name="roles" title="Roles">
        {/* Different roles remount the form. */}
        <PersonRoles key={person.roles.join()} details={details} onChanged={show} />
      </RuledSection>
      {details.identity_provider !== null && (
        <RuledSection name="clouds" title="Clouds">
          {/* Another limit remounts the form. */}
          <PersonLimit
            key={JSON.stringify(details.limit)}
            details={details}
            choices={choices}
            onChanged={show}
          />
        </RuledSection>
      )}
      {details.identity_provider === null && (
        <RuledSection name="two-step" title="Two-step sign-in">
          <PersonSecondFactor details={details} onChanged={show} />
        </RuledSection>
      )}
      <RuledSection name="sessions" title="Sessions">
        <PersonSessions details={details} onChanged={show} />
      </RuledSection>
      <RuledSection name="subscriptions" title="Subscriptions">
        <PersonSubscriptions details={details} />
      </RuledSection>
      <RuledSection name="channels" title="Channels">
        <PersonChannels details={details} uid={person.uid} />
      </RuledSection>
      <RuledSection name="history" title="History">
        <AuditTrail key={changes} entity="user" id={person.uid} />
      </RuledSection>
    </div>
  )
}

function AccountFacts({ details }: { details: PersonDetails }) {
  const { person, username, timezone, identity_provider } = details
  return (
    <DefinitionList
      items={[
        { term: 'State', detail: <PersonState person={person} /> },
        {
          term: 'Locked since',
          detail: person.locked_at === null ? null : <Moment at={person.locked_at} precision="minute" />,
        },
        {
          term: 'Address',
          detail: person.email === null ? 'None' : <BreakableAddress address={person.email} />,
        },
        { term: 'Username', detail: username },
        { term: 'Number', detail: person.uid },
        {
          term: 'Signs in with',
          detail:
            identity_provider === null ? (
              'Password'
            ) : (
              <>
                Employee login at <BreakableAddress address={identity_provider} />
              </>
            ),
        },
        { term: 'Time zone', detail: timezone },
        { term: 'Account since', detail: <Moment at={person.created_at} precision="minute" /> },
        {
          term: 'Last sign-in',
          detail:
            person.last_sign_in_at === null ? (
              'Never'
            ) : (
              <Moment at={person.last_sign_in_at} precision="minute" />
            ),
        },
      ]}
    />
  )
}

function PersonSubscriptions({ details }: { details: PersonDetails }) {
  const { total, by_scope } = details.subscriptions
  if (total === 0) return <p className={styles.none}>No subscriptions.</p>
  return (
    <>
      <p>
        <Link to={`/admin/subscribers/${details.person.uid}`}>{counted(total, 'subscription')}</Link>
      </p>
      <DefinitionList
        items={by_scope.map(({ scope, count }) => ({ term: SCOPE_WORDS[scope] ?? scope, detail: count }))}
      />
    </>
  )
}

const SCOPE_WORDS: Record<string, string> = {
  maintenance: 'All maintenance of a cloud',
  advisory: 'All advisories of a cloud',
  core_cloud_services: 'All services of a cloud',
  datacenter: 'All data centers of a cloud',
  premium_datacenters: 'All premium data centers of a cloud',
  service: 'Single services',
  region: 'Regions',
  data_center: 'Single data centers',
  term: 'Single notification categories',
  terms: 'All notification categories',
}

function LockAction({ details, onChanged }: { details: PersonDetails; onChanged: ShowPerson }) {
  const { person, is_self, is_last_administrator } = details
  const [isAsking, setAsking] = useState(false)
  const { uid, name } = person

  async function unlock() {
    const unlocked = await callAccount('POST /api/admin/people/:uid/unlock', { uid })
    if (unlocked.kind === 'refused') return void showToast(unlocked.message, { isProblem: true })
    onChanged(unlocked.answer.data)
    showToast(`${name} can sign in again.`)
  }

  if (person.locked_at !== null) {
    return (
      <BusyButton onPress={unlock} busyWords="Unlocking…">
        Unlock account
      </BusyButton>
    )
  }
  if (is_self || is_last_administrator) return null
  return (
    <>
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        Lock account
      </button>
      {isAsking && (
        <ConfirmDialog
          question={`Lock the account of ${name}?`}
          yes="Lock account"
          busyYes="Locking…"
          onYes={async () => {
            const locked = await callAccount('POST /api/admin/people/:uid/lock', { uid })
            if (locked.kind === 'refused') return locked
            onChanged(locked.answer.data)
            showToast(`The account of ${name} was locked.`)
            return undefined
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            The user is signed out immediately, can’t sign in, and gets no messages. Nothing is deleted;
            unlocking restores everything.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function PersonSecondFactor({ details, onChanged }: { details: PersonDetails; onChanged: ShowPerson }) {
  const [isAsking, setAsking] = useState(false)
  const { person, second_factor } = details
  const { uid, name } = person
  if (second_factor === null) return <p className={styles.none}>Off. The password alone signs in.</p>
  const { has_app, passkeys, recovery_codes_left } = second_factor
  const has = [
    ...(has_app ? ['an authenticator app'] : []),
    ...(passkeys > 0 ? [counted(passkeys, 'passkey')] : []),
  ]
  return (
    <>
      <p>
        On, with {has.join(' and ')}. {counted(recovery_codes_left, 'recovery code')} left.
      </p>
      <div className={styles.buttons}>
        <button type="button" className="button danger" onClick={() => setAsking(true)}>
          Remove second step
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          question={`Remove the second step of ${name}?`}
          yes="Remove second step"
          busyYes="Removing…"
          onYes={async () => {
            const removed = await callAccount('POST /api/admin/people/:uid/second-factor/remove', { uid })
            if (removed.kind === 'refused') return removed
            onChanged(removed.answer.data)
            showToast(`${name} now signs in with the password alone.`)
            return undefined
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            Make sure you are talking to the owner of the account. The app, passkeys and recovery codes are
            removed, the password alone signs in, and the owner gets an email.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
