import { useState } from 'react'
import type { PersonDetails, PersonSession } from '../../contract/admin/people.ts'
import { describeDevice } from '../../domain/account/describe-device.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Chip } from '../parts/chip.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from './person-roles.module.css'
import type { ShowPerson } from './person-screen.tsx'

/** Z-05 */
export function PersonSessions({ details, onChanged }: { details: PersonDetails; onChanged: ShowPerson }) {
  const [problem, setProblem] = useState<Refusal>()
  const { person, sessions } = details
  const others = sessions.filter(({ is_current }) => !is_current)

  async function end(id?: number) {
    setProblem(undefined)
    const ended = await callAccount('POST /api/admin/people/:uid/sessions/end', {
      uid: person.uid,
      ...(id !== undefined && { id }),
    })
    if (ended.kind === 'refused') return setProblem(ended)
    onChanged(ended.answer.data)
    showToast(id === undefined ? `${person.name} is signed out everywhere.` : 'The session has ended.')
  }

  return (
    <>
      <FormAlert problem={problem} />
      {sessions.length === 0 ? (
        <p className={styles.none}>Not signed in anywhere.</p>
      ) : (
        <DataTable
          label="Sessions"
          rows={sessions}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          actions={({ id, is_current, user_agent }) =>
            is_current ? (
              <Chip>This session</Chip>
            ) : (
              <BusyButton
                onPress={() => end(id)}
                busyWords="Ending…"
                label={`End the session in ${describeDevice(user_agent)}`}
              >
                End
              </BusyButton>
            )
          }
        />
      )}
      {others.length > 1 && (
        <BusyButton onPress={() => end()} busyWords="Ending…">
          End {counted(others.length, 'session')}
        </BusyButton>
      )}
    </>
  )
}

const OPENED_BY: Record<PersonSession['opened_by'], string> = {
  password: 'Password',
  'sign-on': 'Employee login',
  'staff-link': 'Emergency link',
  'mail-link': 'Link in an email',
  'asked-link': 'Link in an email',
}

const COLUMNS: readonly Column<PersonSession>[] = [
  { head: 'Browser', isName: true, cell: ({ user_agent }) => describeDevice(user_agent) },
  { head: 'By', cell: ({ opened_by }) => OPENED_BY[opened_by] },
  { head: 'From', cell: ({ address }) => address },
  {
    head: 'Last active',
    isNarrow: true,
    cell: ({ last_seen_at }) => <Moment at={last_seen_at} precision="minute" />,
  },
]
