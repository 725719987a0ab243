import { Link } from 'react-router'
import type { AdminFigures } from '../../contract/admin/figures.ts'
import { KIND_NAMES } from '../../ui/channel-words.ts'
import { FigureSection } from './figure-section.tsx'
import { RankedBars } from './ranked-bars.tsx'

/** More reasons than these are told of by the search. */
const SHOWN = 12

/** Z-06: why messages were not sent. */
export function FailureFigures({ figures: { failures, are_failures_cut } }: { figures: AdminFigures }) {
  return (
    <FigureSection
      title="Why messages were not sent"
      isWide
      lead={
        failures.length === 0 ? (
          'Every message of this time has been sent, or is on its way.'
        ) : (
          <>
            Given up ones can be <Link to="/admin/deliveries?view=given-up">tried again</Link>; grey ones were
            left out, because nobody wanted them any more.
            {are_failures_cut && ' Only the newest 50,000 are counted.'}
          </>
        )
      }
    >
      {() =>
        failures.length > 0 && (
          <RankedBars
            label="Reasons"
            ranked={failures.slice(0, SHOWN).map(({ reason, kind, is_given_up, count }) => ({
              key: `${kind} ${is_given_up} ${reason}`,
              name: `${KIND_NAMES[kind]}: ${reason}`,
              hue: is_given_up ? 'dead' : 'left-out',
              count,
            }))}
          />
        )
      }
    </FigureSection>
  )
}
