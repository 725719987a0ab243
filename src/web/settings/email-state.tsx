import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import styles from './email-state.module.css'

export function EmailState({ email, isVerified }: { email: string; isVerified: boolean }) {
  const tone = isVerified ? 'up' : 'degradation'
  return (
    <p className={styles.email}>
      <strong>
        <BreakableAddress address={email} />
      </strong>
      <span className={`${tones.tone} ${styles.state}`} data-tone={tone}>
        <StateShape tone={tone} />
        {isVerified ? 'Verified' : 'Not verified'}
      </span>
    </p>
  )
}
