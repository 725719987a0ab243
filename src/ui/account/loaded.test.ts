import { afterEach, expect, test, vi } from 'vitest'
import { attempt } from './loaded.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('G-21 a failed load is returned for the screen and logged to the browser console', async () => {
  vi.stubGlobal('document', {})
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const loaded = await attempt('the banner', Promise.reject(new Error('No banner.')))
  expect(loaded).toEqual({ kind: 'failed', message: 'No banner.' })
  expect(complaints).toHaveBeenCalledWith(expect.stringContaining('the banner'), expect.any(Error))
})

test('G-20 a successful load returns its value', async () => {
  expect(await attempt('the banner', Promise.resolve(1))).toEqual({ kind: 'loaded', value: 1 })
})
