import { Fragment, type ReactNode } from 'react'
import styles from './definition-list.module.css'

export interface Definition {
  term: string
  /** Nothing to say: the line is left out. */
  detail: ReactNode
}

/** Names beside what they stand for; below each other where it is narrow. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  const said = items.filter(({ detail }) => detail !== null && detail !== undefined && detail !== '')
  return (
    <dl className={styles.list}>
      {said.map(({ term, detail }) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
