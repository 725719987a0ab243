import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import { counted } from '../../ui/parts/words.ts'
import styles from './region-fold.module.css'
import { countStates } from './row-state.ts'
import type { TimelineRow } from './timeline-block.ts'
import type { Week } from './week.ts'

/** If only some are shown, problems still cover all. */
export function RowsSummary({
  rows,
  shown = rows,
  week,
  noun,
}: {
  rows: readonly TimelineRow[]
  shown?: readonly TimelineRow[]
  week: Pick<Week, 'page' | 'issues'>
  noun: string
}) {
  const { total, troubles, issues } = countStates(rows, week.issues)
  const isFiltered = shown.length < rows.length
  if (total === 0) return isFiltered ? shownWords(shown, total) : 'none in service'
  const all = isFiltered ? shownWords(shown, total) : counted(total, noun)
  if (week.page > 0) return `${all}, ${issues === 0 ? 'no issues' : counted(issues, 'issue')}`
  if (troubles.length === 0) return `${all}, ${total === 1 ? 'running' : 'all running'}`
  return (
    <>
      {all}
      {troubles.map(({ state, words }) => (
        <span key={state}>
          {', '}
          <span className={`${tones.tone} ${styles.trouble}`} data-tone={toneOfState(state)}>
            <StateShape tone={toneOfState(state)} /> {words}
          </span>
        </span>
      ))}
    </>
  )
}

function shownWords(shown: readonly TimelineRow[], total: number) {
  const active = shown.filter(({ isActive }) => isActive).length
  const gone = shown.length - active
  const parts = [
    ...(active > 0 ? [`${active} of ${total}`] : []),
    ...(gone > 0 ? [`${gone} decommissioned`] : []),
  ]
  return `${parts.join(' and ')} shown`
}
