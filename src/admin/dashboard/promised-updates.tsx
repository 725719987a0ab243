import type { Dashboard } from '../../contract/admin/dashboard.ts'
import { toneOfSeverity } from '../../ui/parts/tone.ts'
import { listInWords } from '../../ui/parts/words.ts'
import { DueMark } from '../parts/due-mark.tsx'
import { recordKindName } from '../parts/record-words.ts'
import type { DeskPart } from './desk.tsx'
import { DeskRow, DeskRows } from './desk-row.tsx'
import { DeskSection } from './desk-section.tsx'

/** Updates that readers were promised and that are overdue or due soon, gravest first. */
export function PromisedUpdates({ dashboard: { promises, now }, names, onStep }: DeskPart) {
  if (promises.length === 0) return null
  return (
    <DeskSection title="Promised updates" count={promises.length}>
      <DeskRows>
        {promises.map(({ record, owners }) => (
          <DeskRow
            key={record.id}
            record={record}
            tone={toneOfSeverity(record.severity_tid)}
            word={names.severity(record.severity_tid) ?? recordKindName(record)}
            facts={[recordKindName(record), ownerWords(owners)]}
            due={record.next_update !== null && <DueMark at={record.next_update} now={now} />}
            {...(record.can_edit && {
              actions: (
                <button type="button" className="button" onClick={() => onStep({ kind: 'update', record })}>
                  Update<span className="hidden"> {record.title}</span>
                </button>
              ),
            })}
          />
        ))}
      </DeskRows>
    </DeskSection>
  )
}

/** Who is reminded. */
function ownerWords(owners: Dashboard['promises'][number]['owners']): string {
  if (owners.length === 0) return 'No owner: all who can edit it are reminded'
  const [you, others] = [owners.some(({ is_you }) => is_you), owners.filter(({ is_you }) => !is_you)]
  const named = listInWords([...(you ? ['you'] : []), ...others.map(({ name }) => name)])
  return `Owner: ${named}`
}
