import fieldStyles from '../../../ui/forms/field.module.css'
import { ErrorSign } from '../../../ui/parts/error-sign.tsx'

export function SetError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p id={id} className={fieldStyles.error}>
      <ErrorSign /> <span>{error}</span>
    </p>
  )
}
