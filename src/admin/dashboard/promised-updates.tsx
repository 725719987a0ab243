import { Link } from 'react-router'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import { listInWords } from '../../ui/parts/words.ts'
import { DueMark } from '../parts/due-mark.tsx'
import type { DeskPart } from './desk.tsx'
import styles from './promised-updates.module.css'

export function PromisedUpdates({ dashboard: { promises, now }, onStep }: DeskPart) {
  if (promises.length === 0) return null
  return (
    <ul className={styles.promises} aria-label="Promised updates">
      {promises.map(({ record, owners }) => (
        <li key={record.id}>
          {record.next_update !== null && <DueMark at={record.next_update} now={now} />}
          <Link to={`/admin/records/${record.id}`} dir="auto">
            {record.title}
          </Link>
          <span>{ownerWords(owners)}</span>
          {record.can_edit && (
            <button type="button" className="linkLike" onClick={() => onStep({ kind: 'update', record })}>
              Post it<span className="hidden">: {record.title}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function ownerWords(owners: Dashboard['promises'][number]['owners']): string {
  if (owners.length === 0) return 'Owner: all who can edit it'
  const others = owners.filter(({ is_you }) => !is_you).map(({ name }) => name)
  const isYours = owners.some(({ is_you }) => is_you)
  return `Owner: ${listInWords([...(isYours ? ['you'] : []), ...others])}`
}
