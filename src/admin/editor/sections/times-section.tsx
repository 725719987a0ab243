import { useEditing } from '../editor-context.ts'
import { TimeOfRecord } from '../fields/time-of-record.tsx'
import { ZoneNote } from '../fields/zone-note.tsx'
import { ByItselfFields } from './by-itself-fields.tsx'
import { Columns, Section } from './section.tsx'

/** When it is, by the editor's clock, with UTC beside every time. */
export function TimesSection() {
  const { content, choices } = useEditing()
  const isClosed = choices.statuses.find(({ id }) => id === content.status_id)?.is_closed === true
  return (
    <Section title={content.kind === 'maintenance' ? 'The window' : 'Times'}>
      <ZoneNote />
      {content.kind === 'maintenance' ? <WindowTimes /> : <PlainTimes />}
      <Columns>
        <TimeOfRecord
          field="next_update"
          label="Next update by"
          hint="Empty: none is promised."
          quick={['+30m', '+1h']}
        />
        {(isClosed || content.closed_on !== null) && (
          <TimeOfRecord field="closed_on" label="Closed at" quick={['now']} />
        )}
      </Columns>
    </Section>
  )
}

function PlainTimes() {
  const { kind } = useEditing().content
  const [began, ended, ongoing] = WORDS[kind]
  return (
    <Columns>
      <TimeOfRecord field="from_time" label={began} quick={['now']} />
      <TimeOfRecord field="to_time" label={ended} hint={ongoing} />
    </Columns>
  )
}

const WORDS = {
  incident: ['Began at', 'Ended at', 'Empty while it goes on.'],
  advisory: ['Known since', 'Until', 'Empty while it goes on.'],
  notification: ['Takes effect at', 'Until', 'Empty where it has no end.'],
  maintenance: ['Begins at', 'Ends at', ''],
} as const

/** What was planned stays as it was planned; what happened stands beside it. */
function WindowTimes() {
  return (
    <>
      <Columns>
        <TimeOfRecord field="from_time" label="Planned to begin at" />
        <TimeOfRecord field="to_time" label="Planned to end at" />
      </Columns>
      <ByItselfFields />
      <Columns>
        <TimeOfRecord field="actual_from_time" label="Really began at" hint="Empty until it does." />
        <TimeOfRecord field="actual_to_time" label="Really ended at" hint="Empty until it does." />
      </Columns>
    </>
  )
}
