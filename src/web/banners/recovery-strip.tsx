import { useRoot } from '../shell/use-root.ts'
import { Moment } from '../times/moment.tsx'
import { Strip } from './strip.tsx'

/** O-06: nobody takes this site for the usual one, so it cannot be dismissed. */
export function RecoveryStrip() {
  const { edition } = useRoot().global
  return (
    <Strip tone="degradation" word="Disaster recovery">
      You are on our stand-in site. Its content was published <Moment at={edition.published_at} />; anything
      newer is missing here.
    </Strip>
  )
}
