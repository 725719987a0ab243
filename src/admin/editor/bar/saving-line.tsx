import { useState } from 'react'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import { type SavingWords, savingAnnounced } from '../keep/saving-words.ts'
import styles from './editor-bar.module.css'

export function SavingLine({ said, isReadOnly }: { said: SavingWords; isReadOnly: boolean }) {
  const [announced, setAnnounced] = useState('')
  const next = isReadOnly ? '' : savingAnnounced(announced, said)
  if (next !== announced) setAnnounced(next)
  return (
    <>
      <p className={styles.saving} data-saving="" data-trouble={said.isTrouble ? '' : undefined}>
        {isReadOnly ? (
          'You can read this but not change it.'
        ) : (
          <>
            {said.isTrouble && <StateShape tone="degradation" />} {said.words}
          </>
        )}
      </p>
      <p role="status" className="hidden">
        {announced}
      </p>
    </>
  )
}
