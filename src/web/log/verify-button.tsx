import { type ReactNode, useState } from 'react'
import styles from './verify-button.module.css'
import type { VerifyOutcome } from './verify-here.ts'
import type { PostStep } from './verify-post.ts'

type Verifiers = typeof import('./verify-here.ts')

interface Verifying {
  mayBeNew: boolean
  onStep(step: PostStep, sentence: string): void
}

type State =
  | { kind: 'idle' }
  | { kind: 'running'; done: readonly Done[] }
  | { kind: 'over'; done: readonly Done[]; outcome: VerifyOutcome }

interface Done {
  step: PostStep
  sentence: string
}

const TITLES: Record<PostStep, string> = {
  signature: 'Signature',
  growth: 'History',
  entry: 'Entry',
  version: 'Version',
  page: 'This page',
}

export function VerifyButton({
  label,
  verify,
  children,
}: {
  label: string
  verify: (verifiers: Verifiers, verifying: Verifying) => Promise<VerifyOutcome>
  children?: ReactNode
}) {
  const [state, setState] = useState<State>({ kind: 'idle' })

  async function start({ mayBeNew = false } = {}) {
    const done: Done[] = []
    const onStep = (step: PostStep, sentence: string) => {
      done.push({ step, sentence })
      setState({ kind: 'running', done: [...done] })
    }
    setState({ kind: 'running', done })
    const outcome = await import('./verify-here.ts')
      .then((verifiers) => verify(verifiers, { mayBeNew, onStep }))
      .catch((): VerifyOutcome => ({ kind: 'unable', sentence: 'This could not be verified. Try again.' }))
    setState({ kind: 'over', done, outcome })
  }

  const isRunning = state.kind === 'running'
  return (
    <>
      <div className={styles.line}>
        {children}
        <button
          type="button"
          className={`button ${styles.button}`}
          aria-disabled={isRunning}
          onClick={() => isRunning || start()}
        >
          {label}
        </button>
      </div>
      <div aria-live="polite" className={styles.result}>
        {isRunning && state.done.length === 0 && <p>Verifying…</p>}
        {state.kind !== 'idle' && state.done.length > 0 && <Steps done={state.done} />}
        {state.kind === 'over' && <Outcome outcome={state.outcome} />}
      </div>
      {state.kind === 'over' && state.outcome.kind === 'wrong' && state.outcome.isNewLog && (
        <button type="button" className={`button ${styles.button}`} onClick={() => start({ mayBeNew: true })}>
          Accept the new log
        </button>
      )}
    </>
  )
}

function Steps({ done }: { done: readonly Done[] }) {
  return (
    <ol className={styles.steps}>
      {done.map(({ step, sentence }) => (
        <li key={step}>
          <span className={styles.mark} aria-hidden="true">
            ✓
          </span>
          <span>
            <strong>{TITLES[step]}.</strong> {sentence}
          </span>
        </li>
      ))}
    </ol>
  )
}

const MARKS: Record<VerifyOutcome['kind'], string> = { verified: '✓', wrong: '✗', unable: '–' }

function Outcome({ outcome: { kind, sentence } }: { outcome: VerifyOutcome }) {
  return (
    <p className={styles.outcome} data-outcome={kind}>
      <span className={styles.mark} aria-hidden="true">
        {MARKS[kind]}
      </span>
      <span>
        {kind === 'wrong' && <strong>Verification failed. </strong>}
        {sentence}
      </span>
    </p>
  )
}
