import { type RefObject, useEffect, useRef, useState } from 'react'
import { useIsAlive } from '../parts/use-is-alive.ts'
import styles from './copy-button.module.css'

const SHOWN_MS = 4_000

const RESULT_WORDS = { copied: 'Copied', marked: 'Selected; press Ctrl+C to copy', shown: '' }

export function CopyButton({
  text,
  name,
  source,
  isSmall = false,
}: {
  text: string
  name: string
  source?: RefObject<HTMLElement | null>
  isSmall?: boolean
}) {
  const isAlive = useIsAlive()
  const button = useRef<HTMLButtonElement>(null)
  // A new object per press, so that each is announced and timed separately.
  const [result, setResult] = useState<{ kind: keyof typeof RESULT_WORDS; press: number }>()
  useEffect(() => {
    if (result === undefined || result.kind === 'shown') return
    const fading = setTimeout(() => setResult(undefined), SHOWN_MS)
    return () => clearTimeout(fading)
  }, [result])

  async function copy() {
    const kind = (await copyText(text)) ? 'copied' : markText(source?.current, text) ? 'marked' : 'shown'
    setResult((before) => ({ kind, press: (before?.press ?? 0) + 1 }))
  }
  const isCopied = result?.kind === 'copied'
  const word = isCopied ? 'Copied' : 'Copy'
  return (
    // Doesn't work without scripts; the space is reserved so that nothing moves when they load.
    <span className={styles.place} data-alive={isAlive} data-small={isSmall ? '' : undefined}>
      <button
        ref={button}
        type="button"
        className={`button ${styles.copy}`}
        aria-label={`${word} ${name}`}
        onClick={copy}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {isCopied ? <path d="m2.5 8.5 3.6 3.8L13.5 4" /> : <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />}
        </svg>
        {!isSmall && <span className={styles.word}>{word}</span>}
      </button>
      <span className={result?.kind === 'marked' ? styles.marked : 'hidden'} role="status">
        {result !== undefined && <span key={result.press}>{RESULT_WORDS[result.kind]}</span>}
      </span>
      {result?.kind === 'shown' && (
        <TextToCopy
          key={result.press}
          text={text}
          name={name}
          onLeave={() => setResult(undefined)}
          onClose={() => button.current?.focus()}
        />
      )}
    </span>
  )
}

/** The element may show something else, such as a link name. */
function markText(element: HTMLElement | null | undefined, text: string): boolean {
  if (!element || element.textContent !== text) return false
  const range = document.createRange()
  range.selectNodeContents(element)
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
  return true
}

/** Insecure pages can only use the old command. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

function copyByCommand(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'hidden'
  document.body.append(field)
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

function TextToCopy({
  text,
  name,
  onLeave,
  onClose,
}: {
  text: string
  name: string
  onLeave: () => void
  /** Closed on request: the focus has to move. */
  onClose: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <label className={styles.shown}>
      <span>Selected; press Ctrl+C to copy: {name}</span>
      <textarea
        ref={field}
        readOnly
        rows={3}
        value={text}
        // Switching windows doesn't close it.
        onBlur={({ currentTarget }) => currentTarget !== document.activeElement && onLeave()}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
    </label>
  )
}
