import { useState } from 'react'
import { Lines } from '../fields/text-fields.tsx'
import type { Region } from './centers-picker.tsx'
import { type Matched, matchNames } from './match-names.ts'
import styles from './pickers.module.css'

/** Known names are selected and removed from the text. Unknown names stay, with suggestions. */
export function CentersByPaste({
  regions,
  onAdd,
}: {
  regions: readonly Region[]
  onAdd: (tids: readonly number[]) => void
}) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [unknown, setUnknown] = useState<Matched['unknown']>([])
  const centers = regions.flatMap(({ data_centers }) => data_centers)

  function choose() {
    const matched = matchNames(text, centers)
    onAdd(matched.tids)
    setUnknown(matched.unknown)
    setText(matched.unknown.map(({ word }) => word).join('\n'))
    setSaid(
      matched.tids.length === 1 ? '1 data center chosen.' : `${matched.tids.length} data centers chosen.`,
    )
  }
  function take(word: string, tid: number) {
    const rest = unknown.filter((one) => one.word !== word)
    onAdd([tid])
    setUnknown(rest)
    setText(rest.map((one) => one.word).join('\n'))
  }
  return (
    <div className={styles.pasted}>
      <Lines
        label="Names, one per line or separated by commas"
        rows={4}
        maxLength={20_000}
        value={text}
        onChange={setText}
      />
      <div className={styles.row}>
        <button type="button" className="button" onClick={choose}>
          Choose these
        </button>
        <p role="status" className={styles.none}>
          {said}
        </p>
      </div>
      {unknown.length > 0 && (
        <div className={styles.unknown}>
          <p>
            {unknown.length === 1 ? 'One name was not found:' : `${unknown.length} names were not found:`}
          </p>
          <ul>
            {unknown.map(({ word, near }) => (
              <li key={word}>
                <strong>{word}</strong>
                {near.length === 0 ? '. There is no such name.' : '. Did you mean '}
                {near.map(({ tid, name }, at) => (
                  <span key={tid}>
                    {at > 0 && ', '}
                    <button type="button" className="linkLike" onClick={() => take(word, tid)}>
                      {name}
                    </button>
                  </span>
                ))}
                {near.length > 0 && '?'}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
