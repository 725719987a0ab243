import { type RefObject, useEffect, useState } from 'react'
import { useIsAlive } from '../parts/use-is-alive.ts'
import styles from './copy-button.module.css'

/** How long a reader is told that it was copied. */
const TOLD_MS = 4_000

const TOLD = { nothing: '', copied: 'Copied', refused: 'Marked for you to copy' }

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
  /** Where the text stands on the page. */
  source: RefObject<HTMLElement | null>
  isSmall?: boolean
}) {
  const isAlive = useIsAlive()
  const [told, setTold] = useState<keyof typeof TOLD>('nothing')
  useEffect(() => {
    if (told === 'nothing') return
    const fading = setTimeout(() => setTold('nothing'), TOLD_MS)
    return () => clearTimeout(fading)
  }, [told])

  async function copy() {
    const isCopied = await copied(text)
    if (!isCopied && source.current !== null) mark(source.current)
    setTold(isCopied ? 'copied' : 'refused')
  }
  return (
    // Without scripts there is nothing that it could do; its place is kept, so that nothing moves when they come.
    <span className={styles.place} data-alive={isAlive} data-small={isSmall ? '' : undefined}>
      <button type="button" className={`button ${styles.copy}`} aria-label={`Copy ${name}`} onClick={copy}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {told === 'copied' ? (
            <path d="m2.5 8.5 3.6 3.8L13.5 4" />
          ) : (
            <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />
          )}
        </svg>
        {!isSmall && <span className={styles.word}>{told === 'copied' ? 'Copied' : 'Copy'}</span>}
      </button>
      <span className={told === 'refused' ? styles.refused : 'hidden'} role="status">
        {TOLD[told]}
      </span>
    </span>
  )
}

/** Pages that came without encryption have no clipboard at all. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function mark(element: HTMLElement) {
  const range = document.createRange()
  range.selectNodeContents(element)
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}
