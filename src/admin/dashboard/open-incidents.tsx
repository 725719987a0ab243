import { Link } from 'react-router'
import { toneOfSeverity } from '../../ui/parts/tone.ts'
import { shortened } from '../../ui/parts/words.ts'
import { Age } from '../parts/age.tsx'
import { DueMark } from '../parts/due-mark.tsx'
import type { DeskPart } from './desk.tsx'
import { DeskRow, DeskRows, handoverOf, peopleAt } from './desk-row.tsx'
import { DeskSection, Quiet } from './desk-section.tsx'

const CLOUDS_NAMED = 3

export function OpenIncidents({ dashboard, names, onStep, onChanged }: DeskPart) {
  const { open_incidents, now } = dashboard
  return (
    <DeskSection
      title="Open incidents"
      count={open_incidents.length}
      more={<Link to="/admin/records?kind=incident">All incidents</Link>}
    >
      {open_incidents.length === 0 ? (
        <Quiet>All incidents are resolved.</Quiet>
      ) : (
        <DeskRows>
          {open_incidents.map((record) => (
            <DeskRow
              key={record.id}
              record={record}
              tone={toneOfSeverity(record.severity_tid)}
              word={names.severity(record.severity_tid) ?? 'Incident'}
              facts={[
                names.status(record.status_id),
                shortened(record.clouds.map(names.cloud), CLOUDS_NAMED),
                <>
                  open for <Age since={record.from_time ?? record.posted_on ?? record.updated_on} now={now} />
                </>,
                record.has_draft && <Link to={`/admin/records/${record.id}`}>unpublished changes</Link>,
              ]}
              people={peopleAt(dashboard, record.id)}
              handover={handoverOf({ dashboard, onChanged }, record)}
              due={
                record.next_update === null ? (
                  'No next update promised.'
                ) : (
                  <DueMark at={record.next_update} now={now} />
                )
              }
              {...(record.can_edit && {
                actions: (
                  <>
                    <button
                      type="button"
                      className="button primary"
                      aria-keyshortcuts="u"
                      onClick={() => onStep({ kind: 'update', record })}
                    >
                      Update<span className="hidden"> {record.title}</span>
                    </button>
                    <button
                      type="button"
                      className="button"
                      aria-keyshortcuts="r"
                      onClick={() => onStep({ kind: 'resolve', record })}
                    >
                      Resolve<span className="hidden"> {record.title}</span>
                    </button>
                  </>
                ),
              })}
            />
          ))}
        </DeskRows>
      )}
    </DeskSection>
  )
}
