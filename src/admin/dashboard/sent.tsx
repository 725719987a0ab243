import { Link } from 'react-router'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import type { Tone } from '../../ui/parts/tone.ts'
import { Age } from '../parts/age.tsx'
import { DeskSection, Quiet } from './desk-section.tsx'
import styles from './sent.module.css'

export function Sent({ deliveries, now }: { deliveries: NonNullable<Dashboard['deliveries']>; now: string }) {
  const { under_way, oldest_due_at, failed, sent_last_day, latest } = deliveries
  return (
    <DeskSection title="Deliveries" more={<Link to="/admin/deliveries">All deliveries</Link>}>
      <dl className={styles.figures}>
        <Figure term="Could not be sent" amount={failed} tone={failed > 0 ? 'disruption' : undefined} />
        <Figure term="In progress" amount={under_way} tone={under_way > 0 ? 'planned' : undefined} />
        <Figure term="Sent in 24 hours" amount={sent_last_day} tone={undefined} />
      </dl>
      {under_way > 0 && oldest_due_at !== null && (
        <p className={styles.note}>
          The oldest message has been waiting for <Age since={oldest_due_at} now={now} />.
        </p>
      )}
      {latest.length === 0 && <Quiet>Subscribers haven’t been notified of anything yet.</Quiet>}
      <ul className={styles.latest}>
        {latest.map(({ publication, record, title, news, published_at, waiting, sent, dead }) => (
          <li key={publication}>
            <p className={styles.news}>
              {news}, <Age since={published_at} now={now} /> ago
            </p>
            <p className={styles.title}>
              <Link to={`/admin/records/${record}`}>{title}</Link>
            </p>
            <p className={styles.counts}>
              {sent.toLocaleString('en-US')} sent
              {waiting > 0 && `, ${waiting.toLocaleString('en-US')} waiting`}
              {dead > 0 && (
                <>
                  ,{' '}
                  <span className={`${tones.tone} ${styles.dead}`} data-tone="disruption">
                    <StateShape tone="disruption" /> {dead.toLocaleString('en-US')} failed
                  </span>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </DeskSection>
  )
}

function Figure({ term, amount, tone }: { term: string; amount: number; tone: Tone | undefined }) {
  return (
    <div className={`${tones.tone} ${styles.figure}`} data-tone={tone ?? 'quiet'}>
      <dt>{term}</dt>
      <dd>
        {tone !== undefined && <StateShape tone={tone} />}
        {amount.toLocaleString('en-US')}
      </dd>
    </div>
  )
}
