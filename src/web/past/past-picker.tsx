import { useId } from 'react'
import styles from './past-picker.module.css'

/**
 * Opens a page as it looked at a time. A plain form, since pages of the past are separate documents. It
 * asks in UTC, like every address here.
 */
export function PastPicker({ path, value }: { path: string; value?: string }) {
  const id = useId()
  return (
    <form data-present="" className={styles.picker} method="get" action={path}>
      <label htmlFor={id}>Date and time in UTC</label>
      <input id={id} type="datetime-local" name="at" required defaultValue={value} />
      <button type="submit" className="button">
        Show
      </button>
    </form>
  )
}
