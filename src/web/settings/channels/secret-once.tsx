import { useEffect, useId, useRef, useState } from 'react'
import field from '../../../ui/forms/field.module.css'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import styles from './secret-once.module.css'

export function SecretOnce({
  secret,
  isMissed,
  onCopied,
  onDone,
}: {
  secret: string
  isMissed: boolean
  onCopied: () => void
  onDone: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const copy = useRef<HTMLButtonElement>(null)
  const [announced, setAnnounced] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each secret is a new one.
  useEffect(() => {
    setAnnounced('')
    copy.current?.focus()
  }, [secret])

  async function copySecret() {
    try {
      await navigator.clipboard.writeText(secret)
      setAnnounced('Copied')
    } catch {
      input.current?.select()
      setAnnounced('Selected; press Ctrl+C to copy')
    }
    onCopied()
  }
  return (
    <div className={styles.secret}>
      <label htmlFor={id}>Signing secret</label>
      <p id={`${id}-once`} className={styles.once}>
        Copy it now and store it with your program; it won’t be shown again.
      </p>
      <div className={styles.line}>
        <input
          ref={input}
          id={id}
          className={`${field.input} ${styles.value}`}
          readOnly
          value={secret}
          aria-describedby={`${id}-once`}
          autoComplete="off"
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button ref={copy} type="button" className="button primary" onClick={copySecret}>
          Copy secret
        </button>
        <button type="button" className="button" onClick={onDone}>
          Hide it
        </button>
        <span className={styles.status} role="status">
          {announced === '' && isMissed ? (
            <span className={styles.missed}>
              <StateShape tone="disruption" /> Secret not copied
            </span>
          ) : (
            announced
          )}
        </span>
      </div>
    </div>
  )
}
