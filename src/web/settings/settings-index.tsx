import styles from './settings-index.module.css'
import { SECTIONS, type SectionId } from './settings-sections.ts'
import { useSectionInView } from './use-section-in-view.ts'

const IDS = Object.keys(SECTIONS) as SectionId[]

/** The sections, to jump to. */
export function SettingsIndex() {
  const inView = useSectionInView(IDS)
  return (
    <nav className={styles.index} aria-label="On this page">
      <ol>
        {IDS.map((id) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === inView ? 'location' : undefined}>
              {SECTIONS[id]}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
