import { type SyntheticEvent, useEffect, useState } from 'react'
import styles from './live-example.module.css'

const SHOWN_AT_MOST = 12_000
const ANSWER_WITHIN_MS = 15_000

type Example =
  | { kind: 'not-asked' }
  | { kind: 'asked' }
  | { kind: 'answered'; text: string; isCut: boolean }
  | { kind: 'failed' }

const STATUS_WORDS: Record<Example['kind'], string> = {
  'not-asked': '',
  asked: 'Loading…',
  answered: 'Loaded',
  failed: 'We couldn’t load it. Close this and open it again to retry.',
}

interface Asked {
  path: string
  /** JSON to POST; without it the request is a GET. */
  body?: string
}

export function LiveExample({ name, ...asked }: Asked & { name: string }) {
  return <AnswerFold key={`${asked.path} ${asked.body}`} name={name} asked={asked} />
}

function AnswerFold({ name, asked: { path, body } }: { name: string; asked: Asked }) {
  const [example, setExample] = useState<Example>({ kind: 'not-asked' })
  const isWanted = example.kind === 'asked'
  useEffect(() => {
    if (!isWanted) return
    const leaving = new AbortController()
    answerAt(path, body, leaving.signal)
      .then(setExample)
      .catch(() => leaving.signal.aborted || setExample({ kind: 'failed' }))
    return () => leaving.abort()
  }, [path, body, isWanted])
  function onToggle({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
    setExample({ kind: currentTarget.open ? 'asked' : 'not-asked' })
  }
  const isSeen = example.kind === 'asked' || example.kind === 'failed'
  return (
    <details className={styles.example} onToggle={onToggle}>
      <summary>Live example</summary>
      <div className={styles.answer}>
        <p role="status" className={isSeen ? undefined : 'hidden'}>
          {STATUS_WORDS[example.kind]}
        </p>
        {example.kind === 'answered' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable frame must be reachable by keyboard
          <section className={styles.frame} aria-label={`Response of ${name}`} tabIndex={0}>
            <pre>{example.text}</pre>
          </section>
        )}
        <p className={styles.whole}>
          {example.kind === 'answered' && example.isCut && 'Shortened. '}
          {body === undefined ? (
            <a href={path}>Open the full response</a>
          ) : (
            <>
              Requested by POST with <code>{body}</code>
            </>
          )}
        </p>
      </div>
    </details>
  )
}

async function answerAt(path: string, body: string | undefined, signal: AbortSignal): Promise<Example> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  const answer = await fetch(path, {
    ...(body !== undefined && { method: 'POST', headers: POST_HEADERS, body }),
    signal: within,
    credentials: 'omit',
    cache: 'no-cache',
  })
  if (!answer.ok) return { kind: 'failed' }
  const text = readable(await answer.text(), answer.headers.get('content-type') ?? '')
  return { kind: 'answered', text: text.slice(0, SHOWN_AT_MOST), isCut: text.length > SHOWN_AT_MOST }
}

/** The Model Context Protocol requires accepting both. */
const POST_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function readable(text: string, type: string) {
  if (!/^application\/([\w.-]+\+)?json/.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
