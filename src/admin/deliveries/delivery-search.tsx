import { type SubmitEvent, useEffect, useState } from 'react'
import type { CallAnswer } from '../../contract/calls.ts'
import { DELIVERY_STATES, type DeliveryState, type FoundDelivery } from '../../contract/deliveries.ts'
import { DELIVERIES_KEPT_DAYS } from '../../domain/notifying/figure-days.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { LoadingLines } from '../parts/loading-lines.tsx'
import { InputField } from '../parts/text-fields.tsx'
import styles from './delivery-search.module.css'
import { FOUND_COLUMNS, STATE_WORDS } from './found-columns.tsx'
import type { Retrying } from './use-retry.ts'

type Asked = Record<'recipient' | 'record' | 'publication' | 'state', string>
type Found = CallAnswer<'POST /api/admin/deliveries/search'>

/** Z-05. Ids are in the URL, so that searches can be shared; email addresses never are. */
export function DeliverySearch({
  asked,
  onAsk,
  retrying,
}: {
  asked: Asked
  onAsk: (changes: Partial<Asked>) => void
  retrying: Retrying
}) {
  const [recipient, setRecipient] = useState(asked.recipient)
  const [record, setRecord] = useState(asked.record)
  const [found, setFound] = useState<Found>()
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const { publication, state } = asked
  const isAsked = [asked.recipient, asked.record, publication].some((each) => each !== '')

  async function search(of: Asked, page = 0) {
    setBusy(true)
    const called = await callAccount('POST /api/admin/deliveries/search', inputOf(of, page))
    setBusy(false)
    if (called.kind === 'refused') {
      setFound(undefined)
      return setProblem(called)
    }
    setProblem(undefined)
    setFound((before) =>
      page === 0 || before === undefined
        ? called.answer
        : { ...called.answer, data: [...before.data, ...called.answer.data] },
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the address and on retries.
  useEffect(() => {
    setRecord(asked.record)
    if (asked.recipient !== '') setRecipient(asked.recipient)
    if (isAsked || found !== undefined) void search({ ...asked, recipient: asked.recipient || recipient })
  }, [asked.recipient, asked.record, publication, state, retrying.count])

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isNumber = /^#?\d*$/.test(recipient.trim())
    const next = { record: record.trim(), publication: '', recipient: isNumber ? recipient.trim() : '' }
    onAsk(next)
    void search({ ...asked, ...next, recipient: recipient.trim() })
  }

  const errors = problem?.errors ?? {}
  return (
    <>
      <form className={styles.form} noValidate aria-busy={isBusy} onSubmit={onSubmit}>
        <InputField
          label="Recipient"
          hint="An email address or an account number."
          error={errors.recipient}
          value={recipient}
          maxLength={254}
          onChange={setRecipient}
        />
        <InputField
          label="Record"
          hint="Its number."
          error={errors.record}
          inputMode="numeric"
          value={record}
          maxLength={10}
          onChange={setRecord}
        />
        <ChoiceField name="state" label="State" value={state} onPick={(picked) => onAsk({ state: picked })}>
          <option value="">Any</option>
          {DELIVERY_STATES.map((each) => (
            <option key={each} value={each}>
              {STATE_WORDS[each]}
            </option>
          ))}
        </ChoiceField>
        <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
          Search
        </button>
      </form>
      {publication !== '' && <p>Messages of publication {publication}.</p>}
      <FormAlert problem={problem} isPast={isBusy} />
      {isBusy && found === undefined && <LoadingLines lines={5} />}
      {found !== undefined && (
        <FoundList
          found={found}
          isBusy={isBusy}
          retry={retrying.retry}
          onMore={() => search({ ...asked, recipient: asked.recipient || recipient, record }, pagesIn(found))}
        />
      )}
    </>
  )
}

/** Page size of the server. */
const ON_A_PAGE = 50

function pagesIn({ data }: Found) {
  return Math.floor(data.length / ON_A_PAGE)
}

function inputOf({ recipient, record, publication, state }: Asked, page: number) {
  return {
    ...(recipient !== '' && { recipient }),
    ...(/^\d{1,9}$/.test(record) && { record: Number(record) }),
    ...(/^\d{1,15}$/.test(publication) && { publication: Number(publication) }),
    ...(isState(state) && { state }),
    page,
  }
}

function isState(name: string): name is DeliveryState {
  return (DELIVERY_STATES as readonly string[]).includes(name)
}

function FoundList({
  found: { data, has_more, uids },
  isBusy,
  retry,
  onMore,
}: {
  found: Found
  isBusy: boolean
  retry: Retrying['retry']
  onMore: () => Promise<void>
}) {
  if (data.length === 0) {
    const isUnknownAddress = uids !== null && uids.length === 0
    return (
      <EmptyState title="No messages found.">
        {isUnknownAddress
          ? 'No account has this address.'
          : `Messages are deleted after ${DELIVERIES_KEPT_DAYS} days.`}
      </EmptyState>
    )
  }
  return (
    <>
      {uids !== null && (
        <p>Messages to {uids.map((uid) => `account ${uid}`).join(' and ')}. Addresses are not shown.</p>
      )}
      <DataTable
        label="Messages"
        rows={data}
        rowKey={({ id }) => id}
        columns={FOUND_COLUMNS}
        isStale={isBusy}
        {...(retry !== undefined && {
          actions: ({ id, state, uid, title }: FoundDelivery) =>
            state === 'dead' && (
              <BusyButton
                onPress={() => retry({ ids: [id] })}
                busyWords="Trying…"
                label={`Try again to notify account ${uid} about ${title}`}
              >
                Try again
              </BusyButton>
            ),
        })}
      />
      {has_more && (
        <BusyButton onPress={onMore} busyWords="Loading…">
          More
        </BusyButton>
      )}
    </>
  )
}
