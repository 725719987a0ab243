import { useState } from 'react'
import type { Team, TeamNote } from '../../contract/admin/team.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import styles from './team.module.css'
import { TeamWords } from './team-words-shown.tsx'

export function HandoverNotice({
  recordId,
  note,
  canTake,
  title,
  onTaken,
}: {
  recordId: number
  note: TeamNote
  canTake: boolean
  title?: string
  onTaken: (team: Team | undefined) => void
}) {
  const [trouble, setTrouble] = useState<string>()
  const { handover } = note
  if (handover === null) return null
  async function take() {
    const input = { id: recordId, note: note.id }
    const called = await callAccount('POST /api/admin/records/:id/team/:note/take', input)
    if (called.kind === 'done') return onTaken(called.answer.data)
    setTrouble(called.message)
    if (called.status === 409) onTaken(undefined)
  }
  const to = handover.is_to_you ? 'you' : handover.to?.name
  return (
    <div
      className={styles.handover}
      data-handover={note.id}
      data-to-you={handover.is_to_you ? '' : undefined}
    >
      <p className={styles.by}>
        <strong>
          Handover from {note.is_yours ? 'you' : note.by.name}
          {to !== undefined && ` to ${to}`}
        </strong>
        <Moment at={note.at} precision="minute" />
      </p>
      <TeamWords text={note.text} people={[]} />
      <p className={styles.label}>What’s next</p>
      <TeamWords text={handover.next} people={[]} />
      {trouble !== undefined && <p role="alert">{trouble}</p>}
      {canTake && (
        <div className={styles.buttons}>
          <BusyButton
            onPress={take}
            busyWords="Taking over…"
            look={handover.is_to_you ? 'primary' : 'plain'}
            {...(title !== undefined && { label: `${note.is_yours ? 'Take back' : 'Take over'} ${title}` })}
          >
            {note.is_yours ? 'Take back' : 'Take over'}
          </BusyButton>
        </div>
      )}
    </div>
  )
}
