import { Fragment, type ReactNode } from 'react'
import styles from './definition-list.module.css'

export interface Definition {
  term: string
  detail: ReactNode
}

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
