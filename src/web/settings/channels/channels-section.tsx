import { useState } from 'react'
import { Link } from 'react-router'
import type { AccountSettings } from '../../../contract/own-account.ts'
import { channelName } from '../../../ui/channel-words.ts'
import { NotLoaded } from '../../../ui/parts/not-loaded.tsx'
import { focusSection } from '../../../ui/parts/ruled-section.tsx'
import { Said } from '../said.tsx'
import { isFollower, SettingsSection } from '../settings-section.tsx'
import { AddChannel } from './add-channel.tsx'
import { type ChannelMessage, ChannelRow } from './channel-row.tsx'
import styles from './channels-section.module.css'
import { severityChoices } from './severity-choices.ts'
import { useChannels } from './use-channels.ts'

/** A-17, U-10 */
export function ChannelsSection({ settings }: { settings: AccountSettings['data'] }) {
  return <ChannelsShown settings={settings} {...useChannels(settings.uid)} />
}

interface ChannelsShownProps extends ReturnType<typeof useChannels> {
  settings: AccountSettings['data']
}

export function ChannelsShown({ settings, shown, desk, reload }: ChannelsShownProps) {
  const [added, setAdded] = useState<{ id: number; secret: string | null }>()
  const [result, setResult] = useState<{ channel?: number; message: ChannelMessage }>()
  const mayAdd = isKnown(settings) && !isFollower(settings)
  return (
    <SettingsSection name="channels" intro={introOf(settings)}>
      {shown.kind === 'loading' && <p className={styles.waiting}>Loading…</p>}
      {shown.kind === 'failed' && <NotLoaded message={shown.message} onRetry={reload} />}
      {shown.kind === 'shown' && (
        <>
          <ul className={styles.channels}>
            {shown.channels.map((channel) => (
              <ChannelRow
                key={channel.id}
                channel={channel}
                severities={severityChoices(shown.severities)}
                desk={desk}
                added={added?.id === channel.id ? added : undefined}
                message={result?.channel === channel.id ? result.message : undefined}
                onMessage={(message) => setResult({ channel: channel.id, message })}
                onRemoved={() => {
                  setResult({ message: { kind: 'said', words: `${channelName(channel)} is removed.` } })
                  focusSection('channels')
                }}
              />
            ))}
          </ul>
          {mayAdd && <AddChannel desk={desk} onBegin={() => setResult(undefined)} onAdded={setAdded} />}
        </>
      )}
      <Said words={wordsOfSection(result)} />
      <p>
        What these messages are about: <Link to="/subscribe">Subscriptions</Link>
      </p>
    </SettingsSection>
  )
}

function wordsOfSection(result: { channel?: number; message: ChannelMessage } | undefined) {
  return result?.channel === undefined && result?.message?.kind === 'said' ? result.message.words : undefined
}

/** unverified addresses get no messages on any channel; staff are known by the employee login. */
function isKnown({ is_verified, is_staff }: AccountSettings['data']) {
  return is_verified || is_staff
}

function introOf(settings: AccountSettings['data']) {
  if (!isKnown(settings)) {
    return 'Messages go to your email address once it is verified. Until then no messages are sent, and you can’t add other channels.'
  }
  if (settings.email === null) {
    return 'Your account has no email address, so we can’t email you. Other channels work without one.'
  }
  if (isFollower(settings))
    return 'Changes apply immediately. With a password you can also add Slack, Microsoft Teams and webhooks.'
  return 'Each channel gets the messages you subscribe to. Changes apply immediately.'
}
