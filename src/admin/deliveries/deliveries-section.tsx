import { useState } from 'react'
import { callAccount } from '../../web/account/call-account.ts'
import { FormAlert } from '../../web/forms/form-alert.tsx'
import type { Refusal } from '../../web/forms/posted.ts'
import { NotLoaded } from '../../web/settings/not-loaded.tsx'
import { RuledSection } from '../../web/settings/ruled-section.tsx'
import { Said } from '../../web/settings/said.tsx'
import { useRoot } from '../../web/shell/use-root.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import styles from './deliveries-section.module.css'
import { GivenUp, useGivenUp } from './given-up.tsx'
import { retriedWords, sendingProgress } from './sending-progress.ts'
import { Sendings } from './sendings.tsx'

export type Retry = (what: { ids: number[] } | { publication: number }) => void

/** Z-03, Z-05: what was told to subscribers lately, and what did not arrive. */
export function DeliveriesSection({ canRetry }: { canRetry: boolean }) {
  const { edition } = useRoot().global
  const { called, reload } = useStaffAnswer('GET /api/admin/deliveries', {
    input: {},
    because: edition.number,
    isUnderWay: ({ data }) => data.some((sending) => sendingProgress(sending).isUnderWay),
  })
  const [problem, setProblem] = useState<Refusal>()
  const [said, setSaid] = useState<string>()
  const [isRetrying, setRetrying] = useState(false)
  const [retries, setRetries] = useState(0)

  const retry: Retry = async (what) => {
    setRetrying(true)
    setProblem(undefined)
    setSaid(undefined)
    const retried = await callAccount('POST /api/admin/deliveries/retry', what)
    setRetrying(false)
    if (retried.kind === 'refused') return setProblem(retried)
    setSaid(retriedWords(retried.answer.data.retried))
    setRetries((before) => before + 1)
    reload()
  }

  const retrying = { retry: canRetry ? retry : undefined, isRetrying }
  const sendings = called?.kind === 'done' ? called.answer.data : []
  const dead = sendings.reduce((sum, sending) => sum + sendingProgress(sending).dead, 0)
  const givenUp = useGivenUp(`${dead} ${retries}`)
  const isWaiting = called === undefined || givenUp.called === undefined
  /** What waits for a person comes before what goes by itself. */
  const needsSomebody = (givenUp.total ?? 0) > 0
  return (
    <RuledSection
      name="deliveries"
      title="Messages"
      intro="How far the messages about the latest publications are. Left out are channels that were switched off, and addresses that refuse mail."
    >
      <FormAlert problem={problem} />
      {isWaiting && <p className={styles.waiting}>Loading…</p>}
      {called?.kind === 'refused' && <NotLoaded message={called.message} onRetry={reload} />}
      {called?.kind === 'done' && !isWaiting && (
        <>
          {needsSomebody && <GivenUp answer={givenUp} {...retrying} />}
          <Sendings sendings={sendings} {...retrying} />
          {!needsSomebody && <GivenUp answer={givenUp} {...retrying} />}
        </>
      )}
      <Said words={said} />
    </RuledSection>
  )
}
