import type { Withdrawal } from '../../contract/records.ts'
import { becauseWords } from '../../domain/newsroom/withdrawal-words.ts'
import { Moment } from '../../ui/times/moment.tsx'

export function WithdrawalNote({ withdrawn: { on, reason } }: { withdrawn: Withdrawal }) {
  return (
    <p dir="auto">
      Withdrawn on <Moment at={on} />
      {becauseWords(reason)}
    </p>
  )
}

export function RedactionNote({ redacted: { on, reason } }: { redacted: Withdrawal }) {
  return (
    <p dir="auto">
      This version was redacted on <Moment at={on} />. Reason: {reason}
    </p>
  )
}
