import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import type { WhereAnswer } from '../../contract/ip-ranges.ts'
import { ipRangesPath, LONGEST_ADDRESS } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { gravestOf } from '../../domain/map/center-state.ts'
import { placePath } from '../../domain/place-address.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import type { PageContext } from '../page.ts'
import { askWhere, takeEarlyWhere } from './ask-where.ts'
import styles from './where-am-i.module.css'

type Where =
  | { kind: 'unknown' | 'asking' | 'failed' }
  | { kind: 'known'; answer: WhereAnswer; isAsked: boolean }

/** Shown unasked if the address is one of ours. The page is the same for everyone, so the browser asks. */
export function WhereAmI({ context, state }: { context: PageContext; state: string }) {
  const { cloud } = context
  const { where, ask } = useWhere(cloud.machine_name, state)
  const lookup = ipRangesPath(cloud.domain)
  const isVain = where.kind === 'failed' || (where.kind === 'known' && where.isAsked && !isOurs(where))
  return (
    <section className={styles.where} aria-label="Your data center" data-where={cloud.machine_name}>
      <div role="status">
        <Words where={where} context={context} />
      </div>
      {!isVain && !isOurs(where) && (
        <Form method="get" action={lookup}>
          <button
            type="submit"
            className="button"
            aria-disabled={where.kind === 'asking' || undefined}
            onClick={(event) => {
              event.preventDefault()
              ask()
            }}
          >
            Where am I?
          </button>
        </Form>
      )}
      {isVain && <LogAddress action={lookup} />}
    </section>
  )
}

/** Replaces the pressed button, so it takes over the focus, unless the reader has moved on. */
function LogAddress({ action }: { action: string }) {
  const fieldId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Form method="get" action={action} className={styles.form}>
      <label htmlFor={fieldId}>An address from your logs</label>
      <div className={styles.line}>
        <input
          ref={field}
          id={fieldId}
          type="search"
          name="address"
          required
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LONGEST_ADDRESS}
          placeholder="192.0.2.7"
        />
        <button type="submit" className="button">
          Look up
        </button>
      </div>
    </Form>
  )
}

function Words({ where, context: { cloud } }: { where: Where; context: PageContext }) {
  if (where.kind === 'failed') {
    return <p>We can’t tell right now.</p>
  }
  if (where.kind !== 'known' || !(where.isAsked || isOurs(where))) {
    return <p>Which data center do you use?</p>
  }
  const { message, data_centers: centers } = where.answer
  if (centers.length === 0) return <p>{message}</p>
  const tone = toneOfState(gravestOf(centers.map(({ state }) => state)))
  const here = centers.filter(({ clouds }) => clouds.includes(cloud.machine_name))
  return (
    <>
      <p className={`${tones.tone} ${styles.found}`} data-tone={tone}>
        <StateShape tone={tone} /> {message}
      </p>
      {here.length > 0 && (
        <ul className={styles.places}>
          {here.map(({ tid, name }) => (
            <li key={tid}>
              <Link to={placePath(cloud.domain, 'data-center', String(tid))}>See {name}</Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function isOurs(where: Where) {
  return where.kind === 'known' && where.answer.data_centers.length > 0
}

function useWhere(cloud: string, state: string): { where: Where; ask: () => void } {
  const [where, setWhere] = useState<Where>({ kind: 'unknown' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of state changes the answer.
  useEffect(() => {
    const leaving = new AbortController()
    const asked = takeEarlyWhere(cloud) ?? askWhere(cloud, leaving.signal)
    asked.then(
      (answer) =>
        setWhere((before) => ({ kind: 'known', answer, isAsked: 'isAsked' in before && before.isAsked })),
      // The reader didn't ask, so there is nothing to say. But what was said before may be over.
      () => {
        if (!leaving.signal.aborted) setWhere((before) => (isOurs(before) ? { kind: 'unknown' } : before))
      },
    )
    return () => leaving.abort()
  }, [cloud, state])
  const ask = useCallback(() => {
    setWhere({ kind: 'asking' })
    askWhere(cloud).then(
      (answer) => setWhere({ kind: 'known', answer, isAsked: true }),
      () => setWhere({ kind: 'failed' }),
    )
  }, [cloud])
  return { where, ask }
}
