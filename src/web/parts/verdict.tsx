import { Fragment, useId } from 'react'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { attempt, type Loaded } from '../../ui/account/loaded.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import type { MineView } from '../mine/only-mine.tsx'
import { onlyConcerning, PersonalVerdictBlock } from '../mine/personal-verdict.tsx'
import type { PageContext } from '../page.ts'
import { FailedPart } from './failed-part.tsx'
import { OpenNow } from './open-now.tsx'
import head from './sentence-head.module.css'
import styles from './verdict.module.css'

export type VerdictData = ReadAnswer<'/api/verdict'>['data']

export function readVerdict({ read, cloud }: PageContext): Promise<Loaded<VerdictData>> {
  return attempt(
    'the verdict',
    read('/api/verdict', { cloud: cloud.machine_name }).then(({ data }) => data),
  )
}

export function Verdict({
  loaded,
  heading,
  context,
  isOfAnotherTime = false,
  mine,
}: {
  loaded: Loaded<VerdictData>
  heading: string
  context: PageContext
  /** The page is about the past: label the verdict as current and make it less prominent. */
  isOfAnotherTime?: boolean
  mine: MineView
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
        <FailedPart what={`Status of ${cloud.title}`} path={path} query={query} />
      ) : (
        <>
          {isOfAnotherTime && <p className={styles.now}>Now</p>}
          <PersonalVerdictBlock data={loaded.value} context={context} view={mine} />
          <Sentence data={loaded.value} cloud={cloud} />
          <OpenNow
            data={mine.isOnly ? onlyConcerning(loaded.value, mine.mine) : loaded.value}
            context={context}
          />
        </>
      )}
    </section>
  )
}

function Sentence({ data, cloud }: { data: VerdictData; cloud: Cloud }) {
  const tone = toneOfState(data.state)
  const [first = '', ...more] = data.sentences
  return (
    <h2
      className={`${tones.tone} ${head.sentence} ${styles.sentence}`}
      data-tone={tone}
      data-many={more.length > 1 ? '' : undefined}
    >
      <span>
        <strong className={styles.trouble}>
          <StateShape tone={tone} />
          {data.trouble}
        </strong>
        <Rest text={first.slice(data.trouble.length)} cloud={cloud} />
      </span>
      {more.map((sentence) => (
        <Fragment key={sentence}>
          {' '}
          <span>{sentence}</span>
        </Fragment>
      ))}
    </h2>
  )
}

/** Keeps the name of a cloud on one line, even with a hyphen. */
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
