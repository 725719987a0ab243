import { Link } from 'react-router'
import { Moment } from '../../ui/times/moment.tsx'
import { Age } from '../parts/age.tsx'
import { recordKindName, recordStateWords } from '../parts/record-words.ts'
import type { DeskPart } from './desk.tsx'
import { DeskRow, DeskRows, handoverOf, peopleAt } from './desk-row.tsx'
import { DeskSection, Quiet } from './desk-section.tsx'

const NOT_PUBLISHED = { tone: 'degradation', word: 'Not published' } as const

export function Waiting({ dashboard, onChanged }: Pick<DeskPart, 'dashboard' | 'onChanged'>) {
  const { scheduled, drafts, now } = dashboard
  return (
    <DeskSection
      title="Waiting to be published"
      count={scheduled.length + drafts.length}
      more={<Link to="/admin/records?state=draft">All drafts</Link>}
    >
      {scheduled.length + drafts.length === 0 && <Quiet>Everything is published.</Quiet>}
      <DeskRows>
        {scheduled.map((record) => (
          <DeskRow
            key={record.id}
            record={record}
            {...recordStateWords(record)}
            people={peopleAt(dashboard, record.id)}
            handover={handoverOf({ dashboard, onChanged }, record)}
            facts={[
              recordKindName(record),
              record.publish_at !== null && (
                <>
                  publishes <Moment at={record.publish_at} precision="minute" />
                </>
              ),
            ]}
          />
        ))}
        {drafts.map(({ record, saved_at, saved_by, missed_at }) => (
          <DeskRow
            key={record.id}
            record={record}
            {...(missed_at == null ? recordStateWords(record) : NOT_PUBLISHED)}
            people={peopleAt(dashboard, record.id)}
            handover={handoverOf({ dashboard, onChanged }, record)}
            facts={[
              recordKindName(record),
              <>
                saved <Age since={saved_at} now={now} /> ago
                {saved_by !== null && ` by ${saved_by.name}`}
              </>,
            ]}
            due={
              missed_at == null ? undefined : (
                <>
                  Could not be published as scheduled on <Moment at={missed_at} precision="minute" />. Try to
                  publish it to see why.
                </>
              )
            }
          />
        ))}
      </DeskRows>
    </DeskSection>
  )
}
