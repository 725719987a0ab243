import type { Channel } from '../../../contract/channels.ts'
import { channelState, isTestFailed } from '../../../ui/channel-words.ts'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import tones from '../../../ui/parts/tone.module.css'
import styles from './channel-notes.module.css'

export function ChannelNotes({ channel }: { channel: Channel }) {
  const { is_enabled, disabled_reason } = channel
  const { tone } = channelState(channel)
  const hindrance = hindranceOf(channel)
  return (
    <>
      {hindrance !== undefined && (
        <p className={`${tones.tone} ${styles.hindrance}`} data-tone={tone}>
          <StateShape tone={tone} />
          <span>{hindrance}</span>
        </p>
      )}
      {!is_enabled && disabled_reason !== null && (
        <p className={`${tones.tone} ${styles.hindrance}`} data-tone="degradation">
          <StateShape tone="degradation" />
          <span>{disabled_reason}</span>
        </p>
      )}
    </>
  )
}

function hindranceOf(channel: Channel): string | undefined {
  const { kind, address, is_verified, is_failing, is_enabled } = channel
  if (kind === 'email' && address === null) {
    return 'This account has no email address. If the employee login provides one, mail goes there.'
  }
  if (kind === 'email' && !is_verified) {
    return 'Open the link in the verification email we sent to this address. No messages are sent until then.'
  }
  if (isTestFailed(channel)) {
    return 'The last test message didn’t arrive. Nothing is sent here until one does.'
  }
  if (!is_verified) {
    return 'Nothing is sent here until a test message arrives.'
  }
  return is_failing && is_enabled
    ? 'The last message didn’t arrive. We keep trying; if that fails for days, we switch this channel off and email you.'
    : undefined
}
