import styles from './settings-index.module.css'
import { SECTIONS } from './settings-sections.ts'

/** The sections, to jump to. */
export function SettingsIndex() {
  return (
    <nav className={styles.index} aria-label="On this page">
      <ol>
        {Object.entries(SECTIONS).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
