import { Moment } from '../../ui/times/moment.tsx'
import type { RecordSpan } from './record-span.ts'
import styles from './record-times.module.css'

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
    case 'was-planned':
      return (
        <>
          Was planned <StruckSpan span={span} />
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

/** A time that no longer applies. Screen readers ignore the strikethrough, so the text before it must say so. */
export function StruckSpan({ span: { from, to } }: { span: { from: string; to: string | null } }) {
  return (
    <s className={styles.struck}>
      <Moment at={from} />
      {to !== null && (
        <>
          {' '}
          <span className={styles.end}>
            to <Moment at={to} after={from} />
          </span>
        </>
      )}
    </s>
  )
}
