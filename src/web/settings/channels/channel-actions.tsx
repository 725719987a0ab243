import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Channel } from '../../../contract/channels.ts'
import { channelName } from '../../../ui/channel-words.ts'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { AskingDialog, AskingForm } from '../../../ui/parts/asking-dialog.tsx'
import danger from '../../../ui/parts/danger-button.module.css'
import styles from './channel-actions.module.css'
import type { ChannelMessage } from './channel-row.tsx'
import type { ChannelDesk } from './use-channels.ts'

/** Email can only be tested: its address is that of the account. */
export function ChannelActions({
  channel,
  desk,
  isFresh,
  onMessage,
  onSecret,
  onRemoved,
}: {
  channel: Channel
  desk: ChannelDesk
  isFresh: boolean
  onMessage: (message: ChannelMessage) => void
  onSecret: (secret: string) => void
  onRemoved: () => void
}) {
  const name = channelName(channel)
  return (
    <div className={styles.actions}>
      <TestButton channel={channel} desk={desk} isFresh={isFresh} onMessage={onMessage} />
      {channel.kind === 'webhook' && (
        <Asking
          words="Change secret"
          channel={channel}
          onAsk={() => onMessage(undefined)}
          question={`Change the secret of ${name}?`}
          no="Keep secret"
          busyYes="Changing…"
          isHarmless
          send={async (close) => {
            const rotated = await desk.rotate(channel.id)
            if (rotated.kind === 'refused') return rotated
            close()
            onSecret(rotated.secret)
            onMessage({
              kind: 'said',
              words: 'The secret was changed. Messages are also signed with the old one for 24 hours.',
            })
            return undefined
          }}
        >
          You get a new secret. For 24 hours every message is signed with both, so you have time to update
          your program.
        </Asking>
      )}
      {channel.kind !== 'email' && (
        <Asking
          words="Remove channel"
          channel={channel}
          onAsk={() => onMessage(undefined)}
          question={`Remove ${name}?`}
          no="Keep channel"
          busyYes="Removing…"
          send={async (close) => {
            const removed = await desk.remove(channel.id)
            if (removed.kind === 'refused') return removed
            close()
            onRemoved()
            return undefined
          }}
        >
          Nothing more is sent there, including messages in progress. Your subscriptions stay.
        </Asking>
      )}
    </div>
  )
}

function TestButton({
  channel,
  desk,
  isFresh,
  onMessage,
}: {
  channel: Channel
  desk: ChannelDesk
  isFresh: boolean
  onMessage: (message: ChannelMessage) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // For a webhook, the secret has to be copied first.
    if (isFresh && channel.kind !== 'webhook') button.current?.focus()
  }, [isFresh, channel.kind])

  async function test() {
    if (isBusy) return
    setBusy(true)
    onMessage(undefined)
    const tested = await desk.test(channel.id)
    setBusy(false)
    onMessage(messageOfTest(tested))
  }
  return (
    <button
      ref={button}
      type="button"
      className={channel.is_verified ? 'button' : 'button primary'}
      aria-disabled={isBusy || undefined}
      onClick={test}
    >
      {isBusy ? 'Sending…' : 'Send test message'}
      <span className="hidden"> to {channelName(channel)}</span>
    </button>
  )
}

function messageOfTest(tested: Awaited<ReturnType<ChannelDesk['test']>>): ChannelMessage {
  if (tested.kind === 'refused') return tested
  return tested.hasArrived
    ? { kind: 'said', words: tested.message }
    : { kind: 'refused', message: tested.message, errors: {} }
}

function Asking({
  words,
  channel,
  onAsk,
  question,
  no,
  busyYes,
  isHarmless = false,
  send,
  children,
}: {
  words: string
  channel: Channel
  onAsk: () => void
  question: string
  no: string
  busyYes: string
  isHarmless?: boolean
  /** Must call `close` before the focus moves: nothing behind an open dialog can take it. */
  send: (close: () => void) => Promise<Refusal | undefined>
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [round, setRound] = useState(0)
  const close = () => dialog.current?.close()
  return (
    <>
      <button
        type="button"
        className={isHarmless ? 'button' : `button ${danger.danger}`}
        aria-haspopup="dialog"
        onClick={() => {
          onAsk()
          dialog.current?.showModal()
        }}
      >
        {words}…<span className="hidden"> {channelName(channel)}</span>
      </button>
      <AskingDialog ref={dialog} question={question} onClose={() => setRound(round + 1)}>
        <Question
          key={round}
          question={question}
          no={no}
          yes={words}
          busyYes={busyYes}
          isHarmless={isHarmless}
          onNo={close}
          address={channel.address}
          send={() => send(close)}
        >
          {children}
        </Question>
      </AskingDialog>
    </>
  )
}

function Question({
  address,
  send,
  children,
  ...asked
}: {
  question: string
  no: string
  yes: string
  busyYes: string
  isHarmless: boolean
  onNo: () => void
  /** Names may repeat. */
  address: string | null
  send: () => Promise<Refusal | undefined>
  children: ReactNode
}) {
  const form = useForm({ send })
  return (
    <AskingForm form={form} {...asked}>
      {address !== null && (
        <p>
          <strong>{address}</strong>
        </p>
      )}
      <p>{children}</p>
    </AskingForm>
  )
}
