import { type ReactNode, useState } from 'react'

/** While busy it keeps the focus and ignores further clicks. */
export function BusyButton({
  onPress,
  busyWords,
  look = 'plain',
  label,
  isDisabled = false,
  children,
}: {
  onPress: () => Promise<unknown>
  busyWords: string
  look?: 'plain' | 'primary' | 'danger'
  label?: string
  isDisabled?: boolean
  children: ReactNode
}) {
  const [isBusy, setBusy] = useState(false)
  async function press() {
    if (isBusy) return
    setBusy(true)
    await onPress().finally(() => setBusy(false))
  }
  return (
    <button
      type="button"
      className={look === 'plain' ? 'button' : `button ${look}`}
      aria-disabled={isBusy || undefined}
      aria-label={label}
      disabled={isDisabled}
      onClick={() => void press()}
    >
      {isBusy ? busyWords : children}
    </button>
  )
}
