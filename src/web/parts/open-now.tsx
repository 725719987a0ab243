import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { centerStateWord } from '../../domain/map/center-state.ts'
import { updatePolicyWords } from '../../domain/update-policy.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { type Tone, toneOfState } from '../../ui/parts/tone.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import { UpdatedMark } from '../live/updated-mark.tsx'
import type { PageContext } from '../page.ts'
import { listOfRecord } from '../record/list-of-record.ts'
import { NowSpan } from '../times/now-span.tsx'
import { PromisedMoment } from '../times/promised-moment.tsx'
import styles from './open-now.module.css'

type VerdictData = ReadAnswer<'/api/verdict'>['data']
type Incident = VerdictData['incidents'][number]
type Work = VerdictData['maintenance'][number]

/** At this number and above, phones show one line each. */
const MANY = 4

export function OpenNow({ data, context }: { data: VerdictData; context: PageContext }) {
  const { incidents, maintenance, upcoming } = data
  const list = incidents.length > 0 ? listOfRecord({ post_type: 'incident' }, context) : undefined
  if (incidents.length + maintenance.length === 0 && upcoming === null) return null
  return (
    <div className={styles.open}>
      {incidents.length + maintenance.length > 0 && (
        <ul data-many={incidents.length + maintenance.length >= MANY ? '' : undefined}>
          {incidents.map((incident) => (
            <li key={incident.id}>
              <OpenIncident incident={incident} context={context} />
            </li>
          ))}
          {maintenance.map((work) => (
            <li key={work.id}>
              <RunningWork work={work} context={context} />
            </li>
          ))}
        </ul>
      )}
      {(upcoming !== null || list !== undefined) && (
        <p className={styles.next}>
          {upcoming !== null && <Upcoming work={upcoming} context={context} />}
          {list !== undefined && <Link to={list.path}>All incidents</Link>}
        </p>
      )}
    </div>
  )
}

function OpenIncident({ incident, context }: { incident: Incident; context: PageContext }) {
  const { title, state, affects, since, next_update, latest } = incident
  const policy = updatePolicyWords(context.global.provider.update_every_hours)
  return (
    <Row
      id={incident.id}
      tone={toneOfState(state)}
      word={centerStateWord(state)}
      title={title}
      action="Read the incident"
      context={context}
      facts={
        <>
          <span>{affects}</span>
          <span>
            since <Moment at={since} precision="minute" hasOwnTime />
            <Elapsed since={since} />
          </span>
          {next_update !== null ? (
            <span>
              next update by <PromisedMoment at={next_update} after={since} hasOwnTime />
            </span>
          ) : (
            policy !== undefined && <span>{policy}</span>
          )}
        </>
      }
      latest={latest}
    />
  )
}

function RunningWork({ work, context }: { work: Work; context: PageContext }) {
  return (
    <Row
      id={work.id}
      tone="planned"
      word={work.out_of_service ? 'under maintenance' : 'maintenance, no impact'}
      title={work.title}
      action="Read the notice"
      context={context}
      facts={
        <>
          <span>{work.affects}</span>
          <span>
            since <Moment at={work.from} precision="minute" hasOwnTime />
            <Elapsed since={work.from} />
          </span>
          {work.to !== null && (
            <span>
              planned until <PromisedMoment at={work.to} after={work.from} hasOwnTime />
            </span>
          )}
        </>
      }
    />
  )
}

function Row({
  id,
  tone,
  word,
  title,
  action,
  context,
  facts,
  latest = '',
}: {
  id: number
  tone: Tone
  word: string
  title: string
  action: string
  context: PageContext
  facts: React.ReactNode
  latest?: string
}) {
  return (
    <article className={`${tones.tone} ${styles.row}`} data-tone={tone}>
      <p className={styles.state}>
        <StateShape tone={tone} /> <span>{word}</span>
      </p>
      <div className={styles.story}>
        <h3 dir="auto">{title}</h3>
        <p className={styles.facts}>
          <UpdatedMark id={id} />
          {facts}
        </p>
        {latest !== '' && (
          <p className={styles.latest} dir="auto">
            {latest}
          </p>
        )}
      </div>
      <Link className={`button ${styles.read}`} to={`/${context.cloud.domain}/posts/${id}`}>
        {action}
        <span className="hidden">: {title}</span>
      </Link>
    </article>
  )
}

function Elapsed({ since }: { since: string }) {
  const now = useNow()
  return (
    <span className={styles.elapsed}>
      , <NowSpan kind="elapsed" at={since} now={now} />
    </span>
  )
}

function Upcoming({ work, context }: { work: Work; context: PageContext }) {
  return (
    <span>
      Next:{' '}
      <Link to={`/${context.cloud.domain}/posts/${work.id}`}>
        <bdi>{work.title}</bdi>
      </Link>
      , <PromisedMoment at={work.from} hasOwnTime />
    </span>
  )
}
