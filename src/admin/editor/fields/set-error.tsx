import fieldStyles from '../../../web/forms/field.module.css'
import { StateShape } from '../../../web/parts/state-shape.tsx'

/** What is wrong with a group of controls, below it. */
export function SetError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p id={id} className={fieldStyles.error}>
      <StateShape tone="disruption" /> <span>{error}</span>
    </p>
  )
}
