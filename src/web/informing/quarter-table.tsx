import { Link } from 'react-router'
import type { InformingTimes } from '../../contract/informing.ts'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { informingPath } from '../../domain/informing/informing-address.ts'
import { quarterWords } from '../../domain/informing/quarter-figures.ts'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { counted } from '../../ui/parts/words.ts'
import styles from './informing-tables.module.css'
import { eachTookWords, tookWords } from './took-words.ts'

type Quarter = ReadAnswer<'/api/how-we-inform'>['data']['quarters'][number]

/** A few times are listed one by one, because their median would mean nothing. */
export function QuarterTable({
  quarters,
  shown,
  domain,
  labelledBy,
}: {
  quarters: readonly Quarter[]
  shown: string
  domain: string
  labelledBy: string
}) {
  return (
    <div className={styles.quarters}>
      <ScrollingTable labelledBy={labelledBy} keepsFirstColumn>
        <thead>
          <tr>
            <th scope="col">Quarter (UTC)</th>
            <th scope="col">Start to published</th>
            <th scope="col">Published to first message</th>
            <th scope="col">Promised updates on time</th>
          </tr>
        </thead>
        <tbody>
          {quarters.map((quarter) => (
            <tr key={quarter.quarter}>
              <th scope="row">
                {quarter.incidents === 0 ? (
                  quarterWords(quarter.quarter)
                ) : (
                  <Link
                    to={informingPath(domain, quarter.quarter)}
                    aria-current={quarter.quarter === shown ? 'true' : undefined}
                    preventScrollReset
                  >
                    {quarterWords(quarter.quarter)}
                  </Link>
                )}
                <span className={styles.note}>{incidentWords(quarter)}</span>
                {quarter.withdrawn > 0 && (
                  <span className={styles.note}>{quarter.withdrawn} withdrawn on all clouds</span>
                )}
              </th>
              <td>
                <Times times={quarter.published} quarter={quarter} />
              </td>
              <td>
                <Times times={quarter.message} quarter={quarter} />
                {quarter.failed > 0 && (
                  <span className={styles.note}>
                    {counted(quarter.failed, 'incident')}: all messages failed
                  </span>
                )}
              </td>
              <td>
                <Promises quarter={quarter} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  )
}

function incidentWords({ incidents, history, unknown, early }: Quarter): string {
  return [
    incidents === 0 ? 'no incidents' : counted(incidents, 'incident'),
    ...(history > 0 ? [`${history} added later`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(early > 0 ? [`${early} published before ${early === 1 ? 'it' : 'they'} began`] : []),
  ].join(', ')
}

function Times({
  times: { count, median, p90, values, goal },
  quarter,
}: {
  times: InformingTimes
  quarter: Quarter
}) {
  if (count === 0 && goal === null) return <Nothing quarter={quarter} />
  return (
    <>
      {count === 0 ? (
        <Nothing quarter={quarter} />
      ) : median === null || p90 === null ? (
        <span className={styles.figure}>{eachTookWords(values)}</span>
      ) : (
        <>
          <span className={styles.figure}>Median {tookWords(median)}</span>
          <span className={styles.note}>90th percentile {tookWords(p90)}</span>
        </>
      )}
      {goal !== null && (
        <span
          className={`${tones.tone} ${styles.goal}`}
          data-tone={goal.met === goal.judged ? 'up' : 'disruption'}
        >
          <StateShape tone={goal.met === goal.judged ? 'up' : 'disruption'} /> {goal.met} of {goal.judged}{' '}
          within our goal
        </span>
      )}
    </>
  )
}

function Nothing({ quarter: { incidents, unknown } }: { quarter: Quarter }) {
  return <span className={styles.note}>{incidents > 0 && unknown === incidents ? 'Unknown' : 'None'}</span>
}

function Promises({ quarter }: { quarter: Quarter }) {
  const { kept, broken, percent, goal } = quarter.promises
  const total = kept + broken
  if (total === 0) return <Nothing quarter={quarter} />
  return (
    <>
      <span className={styles.figure}>{percent === null ? `${kept} of ${total}` : `${percent}%`}</span>
      {percent !== null && (
        <span className={styles.note}>
          {kept} of {total}
        </span>
      )}
      {goal !== null && (
        <span className={`${tones.tone} ${styles.goal}`} data-tone={goal.is_met ? 'up' : 'disruption'}>
          <StateShape tone={goal.is_met ? 'up' : 'disruption'} /> Goal {goal.percent}%{' '}
          {goal.is_met ? 'met' : 'missed'}
        </span>
      )}
    </>
  )
}
