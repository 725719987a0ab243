import { Link } from 'react-router'
import type { Channel } from '../../../contract/channels.ts'
import { OWN_CHANNELS_PATH } from '../../../domain/account/settings-address.ts'
import type { User } from '../../../ui/account/use-user.ts'
import { channelName, channelState, isTestFailed } from '../../../ui/channel-words.ts'
import { BreakableAddress } from '../../../ui/parts/breakable-address.tsx'
import { NotLoaded } from '../../../ui/parts/not-loaded.tsx'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import tones from '../../../ui/parts/tone.module.css'
import { useReturn } from '../../subscriptions/use-return.ts'
import { useAccountAnswer } from '../use-account-answer.ts'
import styles from './channels-summary.module.css'

export function ChannelsSummary({ user }: { user: Pick<User, 'uid'> }) {
  const { called, reload } = useAccountAnswer('GET /api/user/:uid/channels', user.uid)
  useReturn(reload)
  if (called?.kind === 'refused') return <NotLoaded message={called.message} onRetry={reload} />
  return (
    <div className={styles.summary}>
      {called === undefined ? (
        <p className={styles.waiting}>Loading…</p>
      ) : (
        <Summary channels={called.answer.data.channels} />
      )}
      <p>
        <Link to={OWN_CHANNELS_PATH}>Notification channels</Link>
      </p>
    </div>
  )
}

function Summary({ channels }: { channels: readonly Channel[] }) {
  const notified = channels.filter((channel) => channelState(channel).isNotified)
  const wrong = channels.filter((channel) => wrongWords(channel) !== undefined)
  return (
    <>
      <p>
        <Destinations notified={notified} />
      </p>
      {wrong.length > 0 && (
        <ul className={styles.wrong}>
          {wrong.map((channel) => {
            const { tone } = channelState(channel)
            return (
              <li key={channel.id} className={tones.tone} data-tone={tone}>
                <StateShape tone={tone} />
                <span>
                  <Destination channel={channel} />: {wrongWords(channel)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function Destinations({ notified }: { notified: readonly Channel[] }) {
  const [first, second] = notified
  if (first === undefined) return 'No messages are sent to you at the moment.'
  return (
    <>
      Messages go to <Destination channel={first} />
      {notified.length === 2 && second !== undefined && (
        <>
          {' '}
          and <Destination channel={second} />
        </>
      )}
      {notified.length > 2 && ` and ${notified.length - 1} more channels`}.
    </>
  )
}

function Destination({ channel }: { channel: Channel }) {
  const { kind, address } = channel
  if (kind === 'email') {
    return (
      <strong>
        <BreakableAddress address={address ?? channelName(channel)} />
      </strong>
    )
  }
  return (
    <>
      <strong>{channelName(channel)}</strong>
      {address !== null && <span className={styles.address}> ({address})</span>}
    </>
  )
}

function wrongWords(channel: Channel): string | undefined {
  const { kind, address, is_enabled, is_verified, is_failing, disabled_reason, last_result } = channel
  if (kind === 'email' && address === null) return 'this account has no address.'
  if (!is_enabled) return disabled_reason ?? 'switched off.'
  if (isTestFailed(channel)) return `test failed. ${last_result} Nothing is sent until a test arrives.`
  if (!is_verified) {
    return kind === 'email'
      ? 'not verified; no email until it is.'
      : 'no test message has arrived yet; nothing is sent until one does.'
  }
  return is_failing ? 'messages are failing; we keep trying.' : undefined
}
