import { useId } from 'react'
import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { Moment } from '../times/moment.tsx'
import { PromisedMoment } from '../times/promised-moment.tsx'
import { StateShape } from './state-shape.tsx'
import tones from './tone.module.css'
import { toneOfState } from './tone.ts'
import styles from './verdict.module.css'

export type VerdictData = ReadAnswer<'/api/verdict'>['data']

/** The reader's question answered in one sentence: what is broken, since when, when we speak again. */
export function Verdict({ data, cloud, heading }: { data: VerdictData; cloud: Cloud; heading?: string }) {
  const headingId = useId()
  const tone = toneOfState(data.state)
  return (
    <section
      className={`${tones.tone} ${styles.verdict}`}
      data-tone={tone}
      {...(heading === undefined
        ? { 'aria-label': `State of ${cloud.domain}` }
        : { 'aria-labelledby': headingId })}
    >
      {heading !== undefined && (
        <div className={styles.heading}>
          <h1 id={headingId}>{heading}</h1>
          <span>{cloud.domain}</span>
        </div>
      )}
      <p className={styles.sentence}>
        <strong className={styles.trouble}>
          <StateShape tone={tone} />
          {data.trouble}
        </strong>
        <Rest text={data.rest} cloud={cloud} />
      </p>
      <Meta data={data} cloud={cloud} />
    </section>
  )
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

function Meta({ data, cloud }: { data: VerdictData; cloud: Cloud }) {
  if (data.since === null && data.next_update === null && data.incident === null) return null
  return (
    <ul className={styles.meta}>
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
          <Link to={`/${cloud.domain}/posts/${data.incident.id}`} title={data.incident.title}>
            Read the incident
          </Link>
        </li>
      )}
    </ul>
  )
}
