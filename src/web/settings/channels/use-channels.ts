import { useRef, useState } from 'react'
import type { CallAnswer, CallInput } from '../../../contract/calls.ts'
import type { Channel, Channels } from '../../../contract/channels.ts'
import { type Called, callAccount } from '../../../ui/account/call-account.ts'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { useAccountAnswer } from '../use-account-answer.ts'
import { type ChannelChange, type PendingChange, withPending } from './channel-changes.ts'

type NewChannel = Omit<CallInput<'POST /api/user/:uid/channels'>, 'uid'>
type Outcome<Done> = ({ kind: 'done' } & Done) | ({ kind: 'refused' } & Refusal)

export interface ChannelDesk {
  add(channel: NewChannel): Promise<Outcome<{ id: number; secret: string | null }>>
  change(channel: number, change: ChannelChange): Promise<Outcome<object>>
  test(channel: number): Promise<Outcome<{ hasArrived: boolean; message: string }>>
  rotate(channel: number): Promise<Outcome<{ secret: string }>>
  remove(channel: number): Promise<Outcome<object>>
}

export type ShownChannels =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'shown'; channels: Channel[]; severities: Channels['data']['severities'] }

export function useChannels(uid: number): { shown: ShownChannels; desk: ChannelDesk; reload: () => void } {
  const { called, reload, show } = useAccountAnswer('GET /api/user/:uid/channels', uid)
  const [pending, setPending] = useState<readonly PendingChange[]>([])
  const [removed, setRemoved] = useState<readonly number[]>([])
  const lastKey = useRef(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  /** Queued, so that the last click wins and no response restores an older state. */
  async function change(channel: number, changed: ChannelChange): Promise<Outcome<object>> {
    lastKey.current += 1
    const key = lastKey.current
    setPending((before) => [...before, { key, channel, change: changed }])
    const saved = queue.current.then(() =>
      callAccount('POST /api/user/:uid/channels/:channel', { uid, channel, ...changed }),
    )
    queue.current = saved
    const outcome = await saved
    if (outcome.kind === 'done') show(outcome.answer)
    setPending((before) => before.filter((each) => each.key !== key))
    return outcome
  }

  function shownAnswer<A extends CallAnswer<'GET /api/user/:uid/channels'>>(answer: A): A['data'] {
    show({ data: { channels: answer.data.channels, severities: answer.data.severities } })
    return answer.data
  }

  const desk: ChannelDesk = {
    change,
    async add(channel) {
      const added = await callAccount('POST /api/user/:uid/channels', { uid, ...channel })
      if (added.kind === 'refused') return added
      const { id, secret } = shownAnswer(added.answer)
      return { kind: 'done', id, secret }
    },
    async test(channel) {
      const tested = await callAccount('POST /api/user/:uid/channels/:channel/test', { uid, channel })
      if (tested.kind === 'refused') return tested
      const { has_arrived, message } = shownAnswer(tested.answer)
      return { kind: 'done', hasArrived: has_arrived, message }
    },
    async rotate(channel) {
      const rotated = await callAccount('POST /api/user/:uid/channels/:channel/secret', { uid, channel })
      if (rotated.kind === 'refused') return rotated
      return { kind: 'done', secret: shownAnswer(rotated.answer).secret }
    },
    async remove(channel) {
      const removed = await callAccount('POST /api/user/:uid/channels/:channel/remove', { uid, channel })
      if (removed.kind === 'refused') return removed
      setRemoved((before) => [...before, channel])
      return { kind: 'done' }
    },
  }
  return { shown: shownOf(called, { pending, removed }), desk, reload }
}

function shownOf(
  called: Called<'GET /api/user/:uid/channels'> | undefined,
  { pending, removed }: { pending: readonly PendingChange[]; removed: readonly number[] },
): ShownChannels {
  if (called === undefined) return { kind: 'loading' }
  if (called.kind === 'refused') return { kind: 'failed', message: called.message }
  const { channels, severities } = called.answer.data
  const there = channels.filter(({ id }) => !removed.includes(id))
  return { kind: 'shown', channels: withPending(there, pending), severities }
}
