import { useEffect, useRef } from 'react'
import styles from './text-to-copy.module.css'

/** A text that stands nowhere on the page in full, marked for the reader to copy. It goes when they leave it. */
export function TextToCopy({
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
      <span>Marked for you to copy: {name}</span>
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
