import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { RecordInformed as Informed } from '../../contract/informing.ts'
import { informingPath } from '../../domain/informing/informing-address.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import type { Tone } from '../../ui/parts/tone.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { tookBetween } from '../informing/took-words.ts'
import { Fact } from './fact.tsx'
import styles from './record-informed.module.css'

type PublicPromise = NonNullable<Informed['promises']>[number]

export function RecordInformed({
  informed,
  cloudDomain,
}: {
  informed: Informed | undefined
  cloudDomain: string
}) {
  const titleId = useId()
  if (informed === undefined || informed.published === null) return null
  const { began, published, messages, promises, resolved, post_mortem } = informed
  return (
    <section className={styles.informed} aria-labelledby={titleId}>
      <h2 id={titleId}>How we kept you informed</h2>
      <dl>
        {began !== null && (
          <Fact term="Began">
            <Moment at={began} />
          </Fact>
        )}
        <Fact term="Published">
          <Moment at={published} />
          {informed.is_history ? (
            <Note>added later, as history</Note>
          ) : (
            began !== null && <Note>{startWords(began, published)}</Note>
          )}
        </Fact>
        <Messages messages={messages} published={published} />
        {promises !== null && promises.length > 0 && (
          <Fact term={promises.length === 1 ? 'Update promised for' : 'Updates promised for'}>
            <ul>
              {promises.map((promise) => (
                <PromiseLine key={promise.promised_for} promise={promise} />
              ))}
            </ul>
          </Fact>
        )}
        {resolved !== null && (
          <Fact term="Resolved">
            <Moment at={resolved} />
          </Fact>
        )}
        {post_mortem !== null && (
          <Fact term="Post-mortem">
            <Moment at={post_mortem} />
          </Fact>
        )}
      </dl>
      <p>
        <Link to={informingPath(cloudDomain)}>How we keep you informed</Link>: all incidents, our goals, and
        what counts.
      </p>
    </section>
  )
}

function Messages({ messages, published }: { messages: Informed['messages']; published: string }) {
  const { state, first, most, is_final, count, as_of } = messages
  if (state === 'none') return <Fact term="First message">None was sent</Fact>
  if (state === 'failed') return <Fact term="First message">None could be delivered</Fact>
  if (state === 'unknown') return <Fact term="First message">Unknown</Fact>
  if (first === null)
    return (
      <Fact term="First message">
        On its way
        {as_of !== undefined && (
          <Note>
            as of <Moment at={as_of} />
          </Note>
        )}
      </Fact>
    )
  return (
    <>
      <Fact term="First message">
        <Moment at={first} />
        <Note>{afterWords(published, first, 'publishing')}</Note>
      </Fact>
      {/* With few messages, their times are left out. */}
      {(count !== null || !is_final) && (
        <Fact term={count === null ? '95% of messages' : `95% of ${count.toLocaleString('en-US')} messages`}>
          {most === null ? (
            is_final ? (
              'Not reached: too many messages failed'
            ) : (
              'Not yet counted'
            )
          ) : (
            <>
              <Moment at={most} />
              <Note>{afterWords(published, most, 'publishing')}</Note>
            </>
          )}
        </Fact>
      )}
    </>
  )
}

const RESULT_TONES: Record<PublicPromise['result'], Tone> = {
  kept: 'up',
  broken: 'disruption',
  open: 'quiet',
}

function PromiseLine({ promise: { promised_for, answered, result } }: { promise: PublicPromise }) {
  return (
    <li className={tones.tone} data-tone={RESULT_TONES[result]}>
      <Moment at={promised_for} />{' '}
      <span className={styles.result}>
        <StateShape tone={RESULT_TONES[result]} /> {RESULT_WORDS[result]}
      </span>
      {result === 'broken' && (
        <Note>
          {answered === null ? (
            'no update yet'
          ) : (
            <>the update came {tookBetween(promised_for, answered)} late</>
          )}
        </Note>
      )}
    </li>
  )
}

const RESULT_WORDS: Record<PublicPromise['result'], string> = {
  kept: 'Kept',
  broken: 'Broken',
  open: 'To come',
}

function startWords(began: string, published: string): string {
  return published < began ? 'before it began' : afterWords(began, published, 'it began')
}

function afterWords(from: string, to: string, what: string): string {
  return `${tookBetween(from, to)} after ${what}`
}

function Note({ children }: { children: ReactNode }) {
  return <span className={styles.note}> {children}</span>
}
