import type { ReactNode } from 'react'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import { counted } from '../../ui/parts/words.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import styles from './import-frame.module.css'

interface Said {
  is_done: boolean
  problems: { where: string; message: string }[]
}

export function ImportFrame({
  intro,
  fields,
  isReady,
  said,
  problem,
  isNothing,
  onLook,
  onRun,
  children,
}: {
  intro: ReactNode
  fields: ReactNode
  isReady: boolean
  said: Said | undefined
  problem: Refusal | undefined
  isNothing: boolean
  onLook: () => Promise<unknown>
  onRun: () => Promise<unknown>
  children: ReactNode
}) {
  const isRefused = said !== undefined && said.problems.length > 0
  return (
    <div className={styles.frame}>
      <p className={styles.intro}>{intro}</p>
      <div className={styles.fields}>{fields}</div>
      <FormAlert problem={problem} />
      <p>
        <BusyButton
          onPress={onLook}
          busyWords="Looking…"
          look={said === undefined ? 'primary' : 'plain'}
          isDisabled={!isReady}
        >
          Preview
        </BusyButton>
      </p>
      <div aria-live="polite">
        {isRefused && <Problems problems={said.problems} />}
        {said !== undefined && !isRefused && (
          <section
            className={styles.said}
            aria-label={said.is_done ? 'What was imported' : 'What would be imported'}
          >
            <h2>{headingOf(said, isNothing)}</h2>
            {children}
            {!said.is_done && !isNothing && (
              <p>
                <BusyButton onPress={onRun} busyWords="Importing…" look="primary">
                  Import this
                </BusyButton>
              </p>
            )}
          </section>
        )}
      </div>
    </div>
  )
}

function headingOf({ is_done }: Said, isNothing: boolean) {
  if (is_done) return 'This was imported'
  return isNothing ? 'It contains nothing new' : 'This would be imported'
}

function Problems({ problems }: { problems: Said['problems'] }) {
  return (
    <section className={styles.problems} aria-label="Problems">
      <h2>
        <StateShape tone="disruption" /> Nothing can be imported: {counted(problems.length, 'problem')}
      </h2>
      <ul>
        {problems.map(({ where, message }) => (
          <li key={where + message}>
            <strong>{where}</strong> {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
