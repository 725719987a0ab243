import { afterEach, expect, test, vi } from 'vitest'
import { stopOnSignal } from './stop-on-signal.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s stops everything once', async (signal) => {
  // The limit for stopping would end the tests' own process.
  vi.useFakeTimers()
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const on = vi.spyOn(process, 'on').mockReturnValue(process)
  const stop = vi.fn(async () => {})
  stopOnSignal(stop, { tooLong: '' })
  const onSignal = on.mock.calls.find(([name]) => name === signal)?.[1] as (() => void) | undefined
  onSignal?.()
  onSignal?.()
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0), { timeout: 30_000 })
  expect(stop).toHaveBeenCalledOnce()
})
