import { type SyntheticEvent, useEffect, useState } from 'react'
import styles from './live-example.module.css'

/** More of it nobody reads here; the address has the rest. */
const SHOWN_AT_MOST = 12_000
const ANSWER_WITHIN_MS = 15_000

type Example =
  | { kind: 'not-asked' }
  | { kind: 'asked' }
  | { kind: 'answered'; text: string; isCut: boolean }
  | { kind: 'failed' }

/** What an address answers now, as text; asked for when a reader opens it. Without scripts there is the link. */
export function LiveExample({ path, name }: { path: string; name: string }) {
  // Another cloud has another answer.
  return <AnswerFold key={path} path={path} name={name} />
}

function AnswerFold({ path, name }: { path: string; name: string }) {
  const [example, setExample] = useState<Example>({ kind: 'not-asked' })
  const isWanted = example.kind === 'asked'
  useEffect(() => {
    if (!isWanted) return
    const leaving = new AbortController()
    answerAt(path, leaving.signal)
      .then(setExample)
      .catch(() => leaving.signal.aborted || setExample({ kind: 'failed' }))
    return () => leaving.abort()
  }, [path, isWanted])
  function onToggle({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
    const isAskedAgain = example.kind === 'not-asked' || example.kind === 'failed'
    if (currentTarget.open && isAskedAgain) setExample({ kind: 'asked' })
  }
  return (
    <details className={styles.example} onToggle={onToggle}>
      <summary>What it answers now</summary>
      <div className={styles.answer}>
        {example.kind === 'asked' && <p role="status">Loading…</p>}
        {example.kind === 'failed' && <p role="alert">It could not be loaded.</p>}
        {example.kind === 'answered' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
          <section className={styles.frame} aria-label={`Answer of ${name}`} tabIndex={0}>
            <pre>{example.text}</pre>
          </section>
        )}
        <p className={styles.whole}>
          {example.kind === 'answered' && example.isCut && 'This is the beginning of it. '}
          <a href={path}>Open the whole answer</a>
        </p>
      </div>
    </details>
  )
}

async function answerAt(path: string, signal: AbortSignal): Promise<Example> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  const answer = await fetch(path, { signal: within, credentials: 'omit' })
  if (!answer.ok) return { kind: 'failed' }
  const text = readable(await answer.text(), answer.headers.get('content-type') ?? '')
  return { kind: 'answered', text: text.slice(0, SHOWN_AT_MOST), isCut: text.length > SHOWN_AT_MOST }
}

/** Programs need no line breaks in JSON; people do. */
function readable(text: string, type: string) {
  if (!/^application\/([\w.-]+\+)?json/.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
