import { useEffect, useRef, useState } from 'react'
import secret from './channels/secret-once.module.css'
import styles from './two-step-section.module.css'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [announced, setAnnounced] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each set of codes is a new one.
  useEffect(() => heading.current?.focus(), [codes])
  const text = `${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setAnnounced('Copied')
    } catch {
      setAnnounced('We couldn’t copy them. Please download them instead.')
    }
  }

  function download() {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = `recovery-codes-${location.hostname}.txt`
    link.click()
    URL.revokeObjectURL(link.href)
    setAnnounced('Downloaded')
  }

  return (
    <div className={`${secret.secret} ${styles.codes}`}>
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p className={secret.once}>
        Keep them in a safe place; they won’t be shown again. Each one signs you in once if you lose your
        phone and your passkeys.
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={secret.line}>
        <button type="button" className="button primary" onClick={download}>
          Download
        </button>
        <button type="button" className="button" onClick={copy}>
          Copy
        </button>
        <button type="button" className="button" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" className="button" onClick={onDone}>
          I have saved them
        </button>
        <span className={secret.status} role="status">
          {announced}
        </span>
      </div>
    </div>
  )
}
