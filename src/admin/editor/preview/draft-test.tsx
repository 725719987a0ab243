import { useEffect, useState } from 'react'
import type { CallAnswer } from '../../../contract/calls.ts'
import type { Channel } from '../../../contract/channels.ts'
import { type Called, callAccount } from '../../../ui/account/call-account.ts'
import { KIND_NAMES } from '../../../ui/channel-words.ts'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { CheckboxField } from '../../parts/check-fields.tsx'
import { Chip } from '../../parts/chip.tsx'
import { FieldSet } from '../../parts/field-set.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Modal } from '../../parts/modal.tsx'
import { useStaff } from '../../shell/staff.ts'
import styles from './draft-test.module.css'

type Results = CallAnswer<'POST /api/admin/records/:id/test'>['data']['results']
type SendTest = (
  channels: number[],
) => Promise<
  Called<'POST /api/admin/records/:id/test'> | Called<'POST /api/admin/records/:id/post-mortem/test'>
>

export function DraftTest({ send }: { send: SendTest }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Send me a test…
      </button>
      {isOpen && <TestDialog sendTest={send} onClose={() => setOpen(false)} />}
    </>
  )
}

const OWN = 'GET /api/user/:uid/channels'

function TestDialog({ sendTest, onClose }: { sendTest: SendTest; onClose: () => void }) {
  const { uid } = useStaff()
  const [called, setCalled] = useState<Called<typeof OWN>>()
  const [left, setLeft] = useState<readonly number[]>([])
  const [results, setResults] = useState<Results>([])
  const [problem, setProblem] = useState<Refusal>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again.
  useEffect(() => {
    let isOver = false
    void callAccount(OWN, { uid }).then((answer) => {
      if (!isOver) setCalled(answer)
    })
    return () => {
      isOver = true
    }
  }, [uid, round])

  async function send(channels: readonly Channel[]) {
    const chosen = channels.filter((channel) => isUsable(channel) && !left.includes(channel.id))
    if (chosen.length === 0) return setProblem({ message: 'Please choose at least one channel.', errors: {} })
    const sent = await sendTest(chosen.map(({ id }) => id))
    if (sent.kind === 'refused') return setProblem(sent)
    setProblem(undefined)
    setResults(sent.answer.data.results)
  }

  return (
    <Modal
      title="Send me a test"
      lead="What subscribers would get if you published this now, marked as a test. It goes only to your own channels and doesn’t count as sent."
      onClose={onClose}
    >
      <Loaded called={called} onRetry={() => setRound((before) => before + 1)} lines={3}>
        {({ data: { channels } }) => (
          <div className={styles.form}>
            <FormAlert problem={problem} />
            <FieldSet legend="Your channels">
              {channels.map((channel) => (
                <div key={channel.id}>
                  <CheckboxField
                    label={labelOf(channel)}
                    isChecked={isUsable(channel) && !left.includes(channel.id)}
                    isDisabled={!isUsable(channel)}
                    {...(!isUsable(channel) && {
                      hint: 'Off, not verified, or refused by its server. Send a test message from your settings first.',
                    })}
                    onChange={(isChecked) =>
                      setLeft((before) =>
                        isChecked ? before.filter((id) => id !== channel.id) : [...before, channel.id],
                      )
                    }
                  />
                  <ResultLine result={results.find((one) => one.channel === channel.id)} />
                </div>
              ))}
            </FieldSet>
            <FormButtons>
              <BusyButton look="primary" onPress={() => send(channels)} busyWords="Sending…">
                Send
              </BusyButton>
              <button type="button" className="button" onClick={onClose}>
                Close
              </button>
            </FormButtons>
          </div>
        )}
      </Loaded>
    </Modal>
  )
}

function ResultLine({ result }: { result: Results[number] | undefined }) {
  return (
    <p role="status" className={styles.result}>
      {result !== undefined && (
        <>
          <Chip tone={result.has_arrived ? 'up' : 'disruption'}>
            {result.has_arrived ? 'Sent' : 'Failed'}
          </Chip>{' '}
          {result.message}
        </>
      )}
    </p>
  )
}

function isUsable({ is_enabled, is_verified }: Channel) {
  return is_enabled && is_verified
}

function labelOf({ kind, name, address }: Channel) {
  const named = name === '' ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} “${name}”`
  return address === null ? named : `${named}, ${address}`
}
