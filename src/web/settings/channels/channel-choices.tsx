import { type FocusEvent, type SubmitEvent, useId } from 'react'
import type { Channel } from '../../../contract/channels.ts'
import { can } from '../../../domain/access.ts'
import { CADENCES, type Cadence } from '../../../domain/notifying/channel.ts'
import { useUser } from '../../../ui/account/use-user.ts'
import { CADENCE_NAMES } from '../../../ui/channel-words.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { townOf } from '../../../ui/times/zone-words.ts'
import { TextField } from '../../forms/text-field.tsx'
import type { ChannelChange } from './channel-changes.ts'
import styles from './channel-choices.module.css'
import type { ChannelMessage } from './channel-row.tsx'
import { chosenSeverity, type SeverityChoice } from './severity-choices.ts'
import type { ChannelDesk } from './use-channels.ts'

export function ChannelChoices({
  channel,
  severities,
  desk,
  onMessage,
}: {
  channel: Channel
  severities: readonly SeverityChoice[]
  desk: ChannelDesk
  onMessage: (message: ChannelMessage) => void
}) {
  const { user } = useUser()
  const zone = user?.timezone
  const isMail = channel.kind === 'email'
  const isOn = channel.is_verified && channel.is_enabled
  const isDigest = channel.cadence === 'daily_digest'

  async function save(change: ChannelChange, words: string) {
    onMessage(undefined)
    const saved = await desk.change(channel.id, change)
    onMessage(saved.kind === 'refused' ? saved : { kind: 'said', words })
  }
  return (
    <>
      {/* An unverified channel has no switch: its test turns it on. */}
      {(isMail || channel.is_verified) && (
        <OnOff
          words="Send messages here"
          isOn={channel.is_enabled}
          onPick={(is_enabled) => save({ is_enabled }, is_enabled ? 'Switched on.' : 'Switched off.')}
        />
      )}
      {/* While the channel is off, nothing is sent here, reminders included. */}
      {!isMail && isOn && user !== undefined && can(user.roles, 'edit-records') && (
        <OnOff
          words="Also send me reminders of promised updates here"
          isOn={channel.gets_reminders}
          onPick={(gets_reminders) =>
            save({ gets_reminders }, gets_reminders ? 'Reminders are sent here, too.' : 'No reminders here.')
          }
        />
      )}
      <div className={styles.fields}>
        <ChoiceField
          name="cadence"
          label="How often"
          hint={isDigest && zone !== undefined ? `08:00 is in ${townOf(zone)} time.` : undefined}
          value={channel.cadence}
          onPick={(picked) => {
            const cadence = picked as Cadence
            void save({ cadence }, `Saved: ${CADENCE_NAMES[cadence]}.`)
          }}
        >
          {CADENCES.map((cadence) => (
            <option key={cadence} value={cadence}>
              {CADENCE_NAMES[cadence]}
            </option>
          ))}
        </ChoiceField>
        <ChoiceField
          name="min_severity_rank"
          label="Which incidents"
          hint={
            channel.min_severity_rank > 0
              ? 'Incidents that you follow one by one are sent whatever their severity.'
              : undefined
          }
          value={chosenSeverity(severities, channel.min_severity_rank)}
          onPick={(picked) => {
            const chosen = severities.find(({ rank }) => rank === Number(picked))
            if (chosen !== undefined) void save({ min_severity_rank: chosen.rank }, `Saved: ${chosen.words}.`)
          }}
        >
          {severities.map(({ rank, words }) => (
            <option key={rank} value={rank}>
              {words}
            </option>
          ))}
        </ChoiceField>
        {!isMail && <Name name={channel.name} onLeave={(name) => save({ name }, 'Saved: the name.')} />}
      </div>
    </>
  )
}

function OnOff({ words, isOn, onPick }: { words: string; isOn: boolean; onPick: (isOn: boolean) => void }) {
  const id = useId()
  return (
    <label className={styles.switch} htmlFor={id}>
      <input id={id} type="checkbox" checked={isOn} onChange={({ target }) => onPick(target.checked)} />
      <span>{words}</span>
    </label>
  )
}

function Name({ name, onLeave }: { name: string; onLeave: (name: string) => void }) {
  function leave(form: HTMLFormElement) {
    const typed = String(new FormData(form).get('name') ?? '').trim()
    if (typed !== name) onLeave(typed)
  }
  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        leave(event.currentTarget)
      }}
      onBlur={(event: FocusEvent<HTMLFormElement>) => leave(event.currentTarget)}
    >
      <TextField name="name" label="Name" defaultValue={name} maxLength={100} autoComplete="off" />
    </form>
  )
}
