import { expect, test, vi } from 'vitest'
import { onToasts, openToastDialog, toastDialog } from './toast.ts'

test('toasts are shown in the topmost open dialog, as the page behind it is inert, and by the page again afterward', () => {
  const onChange = vi.fn()
  const stop = onToasts(onChange)
  expect(toastDialog()).toBeUndefined()
  const closeFirst = openToastDialog('first')
  const closeSecond = openToastDialog('second')
  expect(toastDialog()).toBe('second')
  closeSecond()
  expect(toastDialog()).toBe('first')
  closeFirst()
  expect(toastDialog()).toBeUndefined()
  expect(onChange).toHaveBeenCalledTimes(4)
  stop()
})
