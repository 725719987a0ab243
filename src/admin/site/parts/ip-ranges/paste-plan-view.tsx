import type { ReactNode } from 'react'
import type { PastePlan } from '../../../../contract/admin/site/ip-ranges.ts'
import { StateShape } from '../../../../ui/parts/state-shape.tsx'
import { counted } from '../../../../ui/parts/words.ts'
import { BusyButton } from '../../../parts/busy-button.tsx'
import styles from './paste-plan-view.module.css'

export function PastePlanView({
  plan,
  mode,
  centerName,
  onApply,
}: {
  plan: PastePlan
  mode: 'add' | 'replace'
  centerName: (tid: number) => string
  onApply: () => Promise<unknown>
}) {
  const { added, removed, changed, unchanged, refused } = plan
  const isNothing = added.length + removed.length + changed.length === 0
  const isBlocked = mode === 'replace' && refused.length > 0
  return (
    <section className={styles.plan} aria-label="Preview">
      {refused.length > 0 && (
        <Part
          title={
            <span className={styles.refused}>
              <StateShape tone="disruption" /> {counted(refused.length, 'line')} refused
            </span>
          }
        >
          {refused.map(({ line, text, reason }) => (
            <li key={line}>
              <span className={styles.line}>Line {line}</span> <code>{text}</code> <span>{reason}</span>
            </li>
          ))}
        </Part>
      )}
      <Part title={counted(added.length, 'range to add', 'ranges to add')}>
        {added.map(({ line, prefix, note, data_center_tid }) => (
          <li key={line}>
            <span className={styles.line}>{centerName(data_center_tid)}</span> <code>{prefix}</code>{' '}
            <bdi>{note}</bdi>
          </li>
        ))}
      </Part>
      <Part title={counted(removed.length, 'range to remove', 'ranges to remove')}>
        {removed.map(({ id, prefix, note, data_center_tid }) => (
          <li key={id}>
            <span className={styles.line}>{centerName(data_center_tid)}</span> <code>{prefix}</code>{' '}
            <bdi>{note}</bdi>
          </li>
        ))}
      </Part>
      <Part title={counted(changed.length, 'note to change', 'notes to change')}>
        {changed.map(({ id, prefix, note, note_before, data_center_tid }) => (
          <li key={id}>
            <span className={styles.line}>{centerName(data_center_tid)}</span> <code>{prefix}</code>{' '}
            <del>{note_before || 'no note'}</del> <ins>{note || 'no note'}</ins>
          </li>
        ))}
      </Part>
      {unchanged > 0 && (
        <p className={styles.same}>{counted(unchanged, 'line says', 'lines say')} what is already there.</p>
      )}
      {isNothing && <p>There is nothing to do.</p>}
      {isBlocked && <p>Fix the rejected lines first: a range missing here would be removed.</p>}
      {!isNothing && !isBlocked && (
        <p>
          <BusyButton onPress={onApply} busyWords="Doing…" look="primary">
            {capital(planWords(plan))}
          </BusyButton>
        </p>
      )}
    </section>
  )
}

export function planWords({ added, removed, changed }: PastePlan): string {
  return [
    added.length > 0 && `add ${added.length}`,
    removed.length > 0 && `remove ${removed.length}`,
    changed.length > 0 && `change ${counted(changed.length, 'note')}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

function Part({ title, children }: { title: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </div>
  )
}

function capital(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
