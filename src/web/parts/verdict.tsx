import { useId } from 'react'
import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { attempt, type Loaded } from '../loaded.ts'
import type { PageContext } from '../page.ts'
import { listOfRecord } from '../record/list-of-record.ts'
import { Moment } from '../times/moment.tsx'
import { PromisedMoment } from '../times/promised-moment.tsx'
import { FailedPart } from './failed-part.tsx'
import head from './sentence-head.module.css'
import { StateShape } from './state-shape.tsx'
import tones from './tone.module.css'
import { toneOfState } from './tone.ts'
import styles from './verdict.module.css'

export type VerdictData = ReadAnswer<'/api/verdict'>['data']

export function readVerdict({ read, cloud }: PageContext): Promise<Loaded<VerdictData>> {
  return attempt(
    'the verdict',
    read('/api/verdict', { cloud: cloud.machine_name }).then(({ data }) => data),
  )
}

/** The reader's question answered in one sentence: what is broken, since when, when we speak again. */
export function Verdict({
  loaded,
  heading,
  context,
  isOfAnotherTime = false,
}: {
  loaded: Loaded<VerdictData>
  heading: string
  context: PageContext
  /** Whether the page is about a time that has passed: then the verdict says that it is of now, and steps back. */
  isOfAnotherTime?: boolean
}) {
  const headingId = useId()
  const { cloud, path, query } = context
  return (
    <section
      className={`${head.head} ${styles.verdict}`}
      aria-labelledby={headingId}
      data-beside={isOfAnotherTime ? '' : undefined}
    >
      <div className={head.heading}>
        <h1 id={headingId}>{heading}</h1>
        <span>{cloud.domain}</span>
      </div>
      {loaded.kind === 'failed' ? (
        <FailedPart what={`The state of ${cloud.title}`} path={path} query={query} />
      ) : (
        <>
          {isOfAnotherTime && <p className={styles.now}>Now</p>}
          <Sentence data={loaded.value} cloud={cloud} />
          <Meta data={loaded.value} context={context} />
        </>
      )}
    </section>
  )
}

function Sentence({ data, cloud }: { data: VerdictData; cloud: Cloud }) {
  const tone = toneOfState(data.state)
  const [rest, more] = sentencesOf(data)
  return (
    <p className={`${tones.tone} ${head.sentence} ${styles.sentence}`} data-tone={tone}>
      <span>
        <strong className={styles.trouble}>
          <StateShape tone={tone} />
          {data.trouble}
        </strong>
        <Rest text={rest} cloud={cloud} />
      </span>{' '}
      {more !== undefined && <span>{more}</span>}
    </p>
  )
}

/** What ends the sentence of the trouble, and the sentence after it. Names of places may hold full stops, that one holds none. */
function sentencesOf({ trouble, rest }: VerdictData): [string, string?] {
  const end = trouble === '' ? -1 : rest.lastIndexOf('. ')
  return end === -1 ? [rest] : [rest.slice(0, end + 1), rest.slice(end + 2)]
}

/** A cloud's name is one word to its readers, hyphen or not. */
function Rest({ text, cloud }: { text: string; cloud: Cloud }) {
  const at = text.indexOf(cloud.title)
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <span className={styles.name}>{cloud.title}</span>
      {text.slice(at + cloud.title.length)}
    </>
  )
}

function Meta({ data, context }: { data: VerdictData; context: PageContext }) {
  const list = data.open_count > 1 ? listOfRecord({ post_type: 'incident' }, context) : undefined
  if (data.since === null && data.next_update === null && data.incident === null) return null
  return (
    <ul className={head.meta}>
      {data.since !== null && (
        <li>
          Since <Moment at={data.since} />
        </li>
      )}
      {data.next_update !== null && (
        <li>
          next update promised by <PromisedMoment at={data.next_update} after={data.since} />
        </li>
      )}
      {data.incident !== null && (
        <li>
          <Link to={`/${context.cloud.domain}/posts/${data.incident.id}`} title={data.incident.title}>
            Read the incident
          </Link>
        </li>
      )}
      {list !== undefined && (
        <li>
          <Link to={list.path}>All incidents</Link>
        </li>
      )}
    </ul>
  )
}
