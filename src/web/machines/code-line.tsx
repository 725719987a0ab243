import { useRef } from 'react'
import styles from './code-line.module.css'
import { CopyButton } from './copy-button.tsx'

export function CodeLine({ label, text, href }: { label: string; text: string; href?: string }) {
  const source = useRef<HTMLElement>(null)
  return (
    <div className={styles.line}>
      <p className={styles.label}>{label}</p>
      <div className={styles.frame}>
        <code ref={source} className={styles.code}>
          {href === undefined ? text : <a href={href}>{text}</a>}
        </code>
        <CopyButton text={text} name={label} source={source} />
      </div>
    </div>
  )
}
