import { type Mentionable, wordParts } from '../../domain/newsroom/team-words.ts'
import styles from './team.module.css'

export function TeamWords({ text, people }: { text: string; people: readonly Mentionable[] }) {
  return (
    <p className={styles.words} dir="auto">
      {wordParts(text, people).map((part, place) => {
        switch (part.kind) {
          case 'text':
            return part.text
          case 'link':
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position.
              <a key={place} href={part.link} target="_blank" rel="noreferrer">
                {part.text}
              </a>
            )
          case 'mention':
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position.
              <strong key={place} className={styles.mention}>
                {part.text}
              </strong>
            )
        }
        return null
      })}
    </p>
  )
}
