import { Link } from 'react-router'
import type { Channel } from '../../../contract/channels.ts'
import { OWN_CHANNELS_PATH } from '../../../domain/account/settings-address.ts'
import type { User } from '../../account/use-user.ts'
import { BreakableAddress } from '../../parts/breakable-address.tsx'
import { StateShape } from '../../parts/state-shape.tsx'
import tones from '../../parts/tone.module.css'
import { NotLoaded } from '../not-loaded.tsx'
import { useAccountAnswer } from '../use-account-answer.ts'
import { channelName, channelState } from './channel-words.ts'
import styles from './channels-summary.module.css'

/** Where messages go now, what keeps some of them from going there, and the way to change it. */
export function ChannelsSummary({ user }: { user: Pick<User, 'uid'> }) {
  const { called, reload } = useAccountAnswer('GET /api/user/:uid/channels', user.uid)
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
  const told = channels.filter((channel) => channelState(channel).isTold)
  const wrong = channels.filter((channel) => wrongWords(channel) !== undefined)
  return (
    <>
      <p>
        <Destinations told={told} />
      </p>
      {wrong.length > 0 && (
        <ul className={styles.wrong}>
          {wrong.map((channel) => {
            const { tone } = channelState(channel)
            return (
              <li key={channel.id} className={tones.tone} data-tone={tone}>
                <StateShape tone={tone} />
                <span>
                  <strong>{channelName(channel)}</strong>: {wrongWords(channel)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function Destinations({ told }: { told: readonly Channel[] }) {
  const mail = told.find(({ kind }) => kind === 'email')
  const others = told.length - (mail === undefined ? 0 : 1)
  if (told.length === 0) return 'Messages go nowhere at the moment.'
  if (mail?.address == null) return `Messages go to ${others === 1 ? 'one channel' : `${others} channels`}.`
  return (
    <>
      Messages go to{' '}
      <strong>
        <BreakableAddress address={mail.address} />
      </strong>
      {others > 0 && ` and ${others === 1 ? 'one more channel' : `${others} more channels`}`}.
    </>
  )
}

/** What the reader may want to mend; that a channel was switched off by hand is no trouble. */
function wrongWords(channel: Channel): string | undefined {
  const { kind, address, is_enabled, is_verified, is_failing, disabled_reason } = channel
  if (kind === 'email' && address === null) return 'this account has no address.'
  if (!is_enabled) return disabled_reason ?? 'switched off.'
  if (!is_verified) {
    return kind === 'email'
      ? 'not verified. Until then none is sent.'
      : 'no test message has reached it. Until then none is sent.'
  }
  return is_failing ? 'messages fail. They are tried again.' : undefined
}
