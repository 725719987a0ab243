import { type RefObject, useEffect, useRef, useState } from 'react'
import { useIsAlive } from '../parts/use-is-alive.ts'
import styles from './copy-button.module.css'

/** How long a reader is told that it was copied. */
const TOLD_MS = 4_000

const TOLD = { copied: 'Copied', marked: 'Selected; press Ctrl+C to copy', shown: '' }

/** Copies a text. Where the browser lets nobody else copy, it is marked for the reader to do so. */
export function CopyButton({
  text,
  name,
  source,
  isSmall = false,
}: {
  text: string
  /** What is copied, for those who hear the button alone. */
  name: string
  /** Where the text stands on the page, if it does. */
  source?: RefObject<HTMLElement | null>
  isSmall?: boolean
}) {
  const isAlive = useIsAlive()
  const button = useRef<HTMLButtonElement>(null)
  // Each press is told for its own time, and read out anew.
  const [told, setTold] = useState<{ kind: keyof typeof TOLD; press: number }>()
  useEffect(() => {
    if (told === undefined || told.kind === 'shown') return
    const fading = setTimeout(() => setTold(undefined), TOLD_MS)
    return () => clearTimeout(fading)
  }, [told])

  async function copy() {
    const kind = (await copyText(text)) ? 'copied' : markText(source?.current, text) ? 'marked' : 'shown'
    setTold((before) => ({ kind, press: (before?.press ?? 0) + 1 }))
  }
  const isCopied = told?.kind === 'copied'
  const word = isCopied ? 'Copied' : 'Copy'
  return (
    // Without scripts there is nothing that it could do; its place is kept, so that nothing moves when they come.
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
      <span className={told?.kind === 'marked' ? styles.marked : 'hidden'} role="status">
        {told !== undefined && <span key={told.press}>{TOLD[told.kind]}</span>}
      </span>
      {told?.kind === 'shown' && (
        <TextToCopy
          key={told.press}
          text={text}
          name={name}
          onLeave={() => setTold(undefined)}
          onClose={() => button.current?.focus()}
        />
      )}
    </span>
  )
}

/** Marks the text where it stands; what stands there may be another, such as the name of a link. */
function markText(element: HTMLElement | null | undefined, text: string): boolean {
  if (!element || element.textContent !== text) return false
  const range = document.createRange()
  range.selectNodeContents(element)
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
  return true
}

/** Whether the text is in the clipboard now. Pages that came without encryption may use the old way alone. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** By a field that nobody sees, which takes the focus for as long as it is there. */
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

/** A text that stands nowhere on the page in full, marked for the reader to copy. It goes when they leave it. */
function TextToCopy({
  text,
  name,
  onLeave,
  onClose,
}: {
  text: string
  name: string
  /** It has lost the focus. */
  onLeave: () => void
  /** Somebody wants it gone: the focus is to go elsewhere. */
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
        // Who goes to another window still has it here.
        onBlur={({ currentTarget }) => currentTarget !== document.activeElement && onLeave()}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
    </label>
  )
}
