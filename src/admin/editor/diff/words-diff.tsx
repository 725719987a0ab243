import { diffWordsWithSpace } from 'diff'
import { Fragment } from 'react'
import styles from './words-diff.module.css'

export function WordsDiff({ before, after }: { before: string; after: string }) {
  if (before === '') return <ins className={styles.in}>{after}</ins>
  if (after === '') return <del className={styles.out}>{before}</del>
  const parts = diffWordsWithSpace(before, after)
  return (
    <span className={styles.words}>
      {parts.map(({ value, added, removed }, at) => {
        const key = `${at}${value}`
        if (added) {
          return (
            <ins key={key} className={styles.in}>
              {value}
            </ins>
          )
        }
        if (removed) {
          return (
            <del key={key} className={styles.out}>
              {value}
            </del>
          )
        }
        return <Fragment key={key}>{value}</Fragment>
      })}
    </span>
  )
}
