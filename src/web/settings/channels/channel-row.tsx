import { type MouseEvent, useState } from 'react'
import type { Channel } from '../../../contract/channels.ts'
import { channelName, channelState, isTestFailed, KIND_NAMES } from '../../../ui/channel-words.ts'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { BreakableAddress } from '../../../ui/parts/breakable-address.tsx'
import { Caret } from '../../../ui/parts/caret.tsx'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import tones from '../../../ui/parts/tone.module.css'
import { Moment } from '../../../ui/times/moment.tsx'
import { Said } from '../said.tsx'
import { ChannelActions } from './channel-actions.tsx'
import { ChannelChoices } from './channel-choices.tsx'
import styles from './channel-row.module.css'
import { SecretOnce } from './secret-once.tsx'
import type { SeverityChoice } from './severity-choices.ts'
import type { ChannelDesk } from './use-channels.ts'

export type ChannelMessage = { kind: 'said'; words: string } | ({ kind: 'refused' } & Refusal) | undefined

export function ChannelRow({
  channel,
  severities,
  desk,
  added,
  message,
  onMessage,
  onRemoved,
}: {
  channel: Channel
  severities: readonly SeverityChoice[]
  desk: ChannelDesk
  added: { secret: string | null } | undefined
  message: ChannelMessage
  onMessage: (message: ChannelMessage) => void
  onRemoved: () => void
}) {
  const [secret, setSecret] = useState(added?.secret ?? undefined)
  const [secretUse, setSecretUse] = useState<'new' | 'missed' | 'copied'>('new')
  const name = channelName(channel)
  const isMail = channel.kind === 'email'

  /** The secret isn't shown again, so don't close it by accident. */
  function onFold(event: MouseEvent) {
    if (secret === undefined || secretUse === 'copied') return
    event.preventDefault()
    setSecretUse('missed')
  }
  return (
    <li className={styles.row}>
      <details open={added !== undefined || undefined}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control, and keys click it too. */}
        <summary className={styles.summary} onClick={onFold}>
          <ChannelLine channel={channel} />
          <Caret className={styles.caret} />
        </summary>
        {/* biome-ignore lint/a11y/useSemanticElements: mostly text, so not a fieldset. */}
        <div className={styles.more} role="group" aria-label={name}>
          <ChannelNotes channel={channel} />
          {secret !== undefined && (
            <SecretOnce
              secret={secret}
              isMissed={secretUse === 'missed'}
              onCopied={() => setSecretUse('copied')}
              onDone={() => setSecret(undefined)}
            />
          )}
          <ChannelChoices channel={channel} severities={severities} desk={desk} onMessage={onMessage} />
          {(!isMail || (channel.address !== null && channel.is_verified)) && (
            <ChannelActions
              channel={channel}
              desk={desk}
              isFresh={added !== undefined}
              onMessage={onMessage}
              onSecret={(next) => {
                setSecret(next)
                setSecretUse('new')
              }}
              onRemoved={onRemoved}
            />
          )}
          <FormAlert problem={message?.kind === 'refused' ? message : undefined} />
          <Said words={message?.kind === 'said' ? message.words : undefined} />
          {channel.kind === 'webhook' && <HowToVerify previousUntil={channel.previous_secret_until} />}
        </div>
      </details>
    </li>
  )
}

function ChannelLine({ channel }: { channel: Channel }) {
  const { kind, address, last_result, last_result_at } = channel
  const { tone, word } = channelState(channel)
  const name = channelName(channel)
  return (
    <span className={styles.line}>
      <span className={styles.names}>
        <strong>{name}</strong>
        {name !== KIND_NAMES[kind] && <span className={styles.kind}>{KIND_NAMES[kind]}</span>}
      </span>
      {address !== null && (
        <span className={styles.address}>
          <BreakableAddress address={address} />
        </span>
      )}
      <span className={`${tones.tone} ${styles.state}`} data-tone={tone}>
        <StateShape tone={tone} />
        {word}
      </span>
      <span className={styles.last}>
        {last_result === null ? (
          'Nothing sent yet'
        ) : (
          <>
            {last_result_at !== null && (
              <>
                <Moment at={last_result_at} precision="minute" />
                {' · '}
              </>
            )}
            {last_result}
          </>
        )}
      </span>
    </span>
  )
}

function HowToVerify({ previousUntil }: { previousUntil: string | null }) {
  return (
    <div className={styles.verify}>
      <p>
        Every request has the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{' '}
        <code>webhook-signature</code>. To check that it is from us, compute HMAC-SHA256 of{' '}
        <code>id.timestamp.body</code> with your secret and compare it in base64 with what follows{' '}
        <code>v1,</code> in the signature, or let a library of{' '}
        <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> do it.
      </p>
      {previousUntil !== null && (
        <p>
          Messages are also signed with the previous secret until{' '}
          <Moment at={previousUntil} precision="minute" />.
        </p>
      )}
    </div>
  )
}

function ChannelNotes({ channel }: { channel: Channel }) {
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
