import { Link } from 'react-router'
import type { DeliveryState, FoundDelivery } from '../../contract/deliveries.ts'
import { failureWords } from '../../domain/notifying/channel.ts'
import { KIND_NAMES } from '../../ui/channel-words.ts'
import type { Tone } from '../../ui/parts/tone.ts'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { Chip } from '../parts/chip.tsx'
import type { Column } from '../parts/data-table.tsx'

export const STATE_WORDS: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  suppressed: 'Skipped',
  dead: 'Failed',
}
const TONES: Record<DeliveryState, Tone> = {
  waiting: 'planned',
  sent: 'up',
  suppressed: 'quiet',
  dead: 'disruption',
}

export const FOUND_COLUMNS: readonly Column<FoundDelivery>[] = [
  {
    head: 'About',
    isName: true,
    cell: ({ title, record }) => (
      <Link to={`/admin/records/${record}`}>
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  { head: 'News', cell: ({ news }) => news },
  {
    head: 'State',
    cell: ({ state, kind, reason }) => (
      <>
        <Chip tone={TONES[state]}>{STATE_WORDS[state]}</Chip>{' '}
        {reason !== null && state !== 'sent' && failureWords(kind, reason)}
      </>
    ),
  },
  { head: 'To', cell: ({ kind, uid }) => `${KIND_NAMES[kind]} of account ${uid}` },
  { head: 'Tried', isNarrow: true, cell: ({ attempts }) => counted(attempts, 'time') },
  {
    head: 'When',
    isNarrow: true,
    cell: ({ sent_at, due_at, created_at }) => (
      <Moment at={sent_at ?? due_at ?? created_at} precision="minute" />
    ),
  },
]
