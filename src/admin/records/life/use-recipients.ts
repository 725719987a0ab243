import { useEffect, useState } from 'react'
import type { RecipientsPreview } from '../../../contract/deliveries.ts'
import type { ChannelKind } from '../../../domain/notifying/channel.ts'
import type { PublicationStep } from '../../../domain/notifying/publication.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { withCommas } from '../../../ui/parts/words.ts'

/** Z-03: a sentence about the recipients, based on the saved record. */
export function useRecipients(
  id: number,
  step: PublicationStep,
  {
    reopens = false,
    isOfDraft = false,
    because = '',
  }: {
    reopens?: boolean
    isOfDraft?: boolean
    because?: string | number | undefined
  } = {},
): string {
  const [words, setWords] = useState(COUNTING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `because` asks again.
  useEffect(() => {
    let isOver = false
    void callAccount('GET /api/admin/records/:id/recipients', {
      id,
      step,
      ...(reopens && { reopens }),
      ...(isOfDraft && { draft: true }),
    }).then((called) => {
      if (isOver) return
      if (called.kind === 'done') return setWords(recipientsWords(called.answer.data))
      setWords(called.status === 403 ? NOT_FOR_YOU : NOT_COUNTED)
    })
    return () => {
      isOver = true
    }
  }, [id, step, reopens, isOfDraft, because])
  return words
}

const COUNTING = 'Counting recipients…'
const NOT_FOR_YOU = 'Everyone who subscribed to this will be notified. Your role can’t see how many.'
const NOT_COUNTED = 'We can’t count the recipients right now. Subscribers are notified anyway.'

const BY: Record<ChannelKind, string> = {
  email: 'by email',
  webhook: 'by webhook',
  slack: 'in Slack',
  teams: 'in Teams',
}

/** One person may be notified in several ways, so the parts can add up to more. */
export function recipientsWords({ people, by_channel }: RecipientsPreview['data']): string {
  if (people === 0) return 'There are no subscribers, so no one will be notified.'
  const ways = by_channel
    .filter((way) => way.people > 0)
    .map((way) => `${withCommas(way.people)} ${BY[way.kind]}`)
  const who = people === 1 ? '1 person' : `${withCommas(people)} people`
  return `${who} will be notified${ways.length === 0 ? '' : `: ${ways.join(', ')}`}.`
}
