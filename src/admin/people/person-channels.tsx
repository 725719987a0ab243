import { Link } from 'react-router'
import type { PersonChannel, PersonDetails } from '../../contract/admin/people.ts'
import { resultWords } from '../../domain/notifying/channel-result.ts'
import { KIND_NAMES } from '../../ui/channel-words.ts'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { Chip } from '../parts/chip.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from './person-roles.module.css'

/** Z-05 */
export function PersonChannels({
  details,
  uid,
}: {
  details: Pick<PersonDetails, 'channels' | 'deliveries' | 'suppression'>
  uid: number
}) {
  const { channels, deliveries, suppression } = details
  const messages = deliveries.sent + deliveries.waiting + deliveries.suppressed + deliveries.dead
  return (
    <>
      <DataTable label="Channels" rows={channels} rowKey={({ id }) => id} columns={COLUMNS} />
      {suppression !== null && (
        <p>
          No mail is sent to their address since <Moment at={suppression.since} precision="minute" />:{' '}
          {resultWords('email', suppression.reason)}
        </p>
      )}
      {messages === 0 ? (
        <p className={styles.none}>Nothing has been sent to them yet.</p>
      ) : (
        <p>
          <Link to={`/admin/deliveries?view=search&recipient=${uid}`}>{counted(messages, 'message')}</Link>:{' '}
          {deliveries.sent} sent, {deliveries.waiting} waiting, {deliveries.suppressed} skipped,{' '}
          {deliveries.dead} failed.
        </p>
      )}
    </>
  )
}

const COLUMNS: readonly Column<PersonChannel>[] = [
  {
    head: 'Channel',
    isName: true,
    cell: ({ kind, name, host }) => (
      <>
        {KIND_NAMES[kind]}
        {name !== '' && ` “${name}”`}
        {host !== null && <span className={styles.none}> at {host}</span>}
      </>
    ),
  },
  { head: 'State', cell: (channel) => <ChannelState channel={channel} /> },
  {
    head: 'Last result',
    cell: ({ kind, last_result, last_result_at }) =>
      last_result === null ? null : (
        <>
          {resultWords(kind, last_result)}{' '}
          {last_result_at !== null && <Moment at={last_result_at} precision="minute" />}
        </>
      ),
  },
]

function ChannelState({ channel }: { channel: PersonChannel }) {
  const { is_enabled, is_verified, failing_since, disabled_reason } = channel
  if (!is_enabled)
    return (
      <>
        <Chip tone="quiet">Off</Chip> {disabled_reason}
      </>
    )
  if (failing_since !== null)
    return (
      <>
        <Chip tone="disruption">Failing</Chip> since <Moment at={failing_since} precision="minute" />
      </>
    )
  return is_verified ? <Chip tone="up">On</Chip> : <Chip tone="degradation">Not verified</Chip>
}
