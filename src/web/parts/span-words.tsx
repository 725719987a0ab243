import { Moment } from './moment.tsx'
import type { RecordSpan } from './record-span.ts'

export function SpanWords({ span }: { span: RecordSpan }) {
  switch (span.kind) {
    case 'between':
      return (
        <>
          <Moment at={span.from} /> to <Moment at={span.to} after={span.from} />
        </>
      )
    case 'until-now':
      return (
        <>
          <Moment at={span.from} /> to now
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
