import { type ReactNode, useState } from 'react'

/** Does one thing at a time and says that it is being done. It keeps the focus, and takes no second click meanwhile. */
export function BusyButton({
  onPress,
  busyWords,
  look = 'plain',
  label,
  isDisabled = false,
  children,
}: {
  onPress: () => Promise<unknown>
  /** "Saving…" */
  busyWords: string
  look?: 'plain' | 'primary' | 'danger'
  /** What is read out, where the words alone do not say what it is about. */
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
