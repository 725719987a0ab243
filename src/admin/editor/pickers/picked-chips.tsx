import { Chip, Chips } from '../../parts/chip.tsx'
import { useEditing } from '../editor-context.ts'
import styles from './pickers.module.css'

export function PickedChips({
  label,
  things,
  none,
  onRemove,
}: {
  label: string
  things: readonly { tid: number; name: string; is_retired: boolean }[]
  none: string
  onRemove: (tid: number) => void
}) {
  const { isReadOnly } = useEditing()
  if (things.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <div className={styles.chips}>
      <Chips label={label}>
        {things.map(({ tid, name, is_retired }) => (
          <Chip
            key={tid}
            {...(!isReadOnly && { onRemove: () => onRemove(tid), removeLabel: `Remove ${name}` })}
          >
            {name}
            {is_retired && ' (retired)'}
          </Chip>
        ))}
      </Chips>
    </div>
  )
}
