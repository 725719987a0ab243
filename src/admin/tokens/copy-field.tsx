import { useRef, useState } from 'react'
import { InputField } from '../parts/text-fields.tsx'
import styles from './tokens-screen.module.css'

export function CopyField({ label, hint, value }: { label: string; hint?: string; value: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  async function copy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setSaid('Copied.')
    } catch {
      setSaid('The browser didn’t let us copy it. It is selected, so you can copy it yourself.')
    }
  }
  return (
    <div>
      <div className={styles.key}>
        <InputField ref={input} label={label} readOnly value={value} onChange={() => {}} spellCheck={false} />
        <button type="button" className="button primary" onClick={() => void copy()}>
          Copy<span className="hidden"> {label.toLowerCase()}</span>
        </button>
      </div>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <p role="status">{said}</p>
    </div>
  )
}
