import type { PostedKind } from '../../domain/notifying/channel.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import styles from './about-link.module.css'
import type { About } from './use-about.ts'

/** Its space is reserved, so that no button moves. */
export function AboutLink({ about }: { about: About }) {
  return (
    <div className={styles.about} role="status" data-used={isUsed(about) ? '' : undefined}>
      {about.kind === 'known' ? (
        <Known {...about.data} destination={destinationOf(about)} />
      ) : (
        <p>This link came with a message about something you subscribe to.</p>
      )}
    </div>
  )
}

function Known({
  things,
  is_enabled,
  destination,
}: {
  things: readonly string[]
  is_enabled: boolean
  destination: string
}) {
  const where = (
    <strong>
      <BreakableAddress address={destination} />
    </strong>
  )
  return (
    <>
      {!is_enabled && <p>All messages to {where} are already switched off.</p>}
      {things.length === 0 ? (
        <p>You’re already unsubscribed from what the message to {where} was about.</p>
      ) : (
        <>
          <p>The message went to {where} because you subscribe to:</p>
          <Things things={things} />
        </>
      )}
    </>
  )
}

export function Things({ things }: { things: readonly string[] }) {
  return (
    <ul className={styles.things}>
      {things.map((thing) => (
        <li key={thing}>{thing}</li>
      ))}
    </ul>
  )
}

export function isUsed(about: About): boolean {
  return about.kind === 'known' && (about.data.things.length === 0 || !about.data.is_enabled)
}

export function channelWords(about: About): string {
  switch (about.kind === 'known' ? about.data.channel : null) {
    case 'email':
      return 'your email'
    case 'webhook':
      return 'this webhook'
    case 'slack':
      return 'this Slack channel'
    case 'teams':
      return 'this Teams channel'
    case null:
      return 'this channel'
  }
}

export function destinationOf(about: About): string {
  if (about.kind !== 'known' || about.data.channel === null) return 'this destination'
  const { address, channel } = about.data
  if (channel === 'email') return address ?? 'your address'
  return address === null ? PLACES[channel] : `${PLACES[channel]} ${address}`
}

const PLACES: Record<PostedKind, string> = {
  webhook: 'your webhook',
  slack: 'your Slack channel',
  teams: 'your Teams channel',
}
