import { Moment } from '../times/moment.tsx'
import type { RecordSpan } from './record-span.ts'
import styles from './span-words.module.css'

export function SpanWords({ span }: { span: RecordSpan }) {
  switch (span.kind) {
    case 'between':
      return (
        <>
          <Moment at={span.from} />{' '}
          <span className={styles.end}>
            to <Moment at={span.to} after={span.from} />
          </span>
        </>
      )
    case 'until-now':
      return (
        <>
          <Moment at={span.from} /> <span className={styles.end}>to now</span>
        </>
      )
    case 'from':
      return (
        <>
          From <Moment at={span.from} />
        </>
      )
    case 'posted':
      return (
        <>
          Posted <Moment at={span.at} />
        </>
      )
  }
}
