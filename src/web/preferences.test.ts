import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let stored: Map<string, string>
let tabs: EventTarget

beforeEach(() => {
  stored = new Map()
  tabs = new EventTarget()
  vi.stubGlobal('window', tabs)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
})

afterEach(() => vi.unstubAllGlobals())

/** The module as a page finds it that has just been opened. */
async function newPage() {
  vi.resetModules()
  return import('./preferences.ts')
}

test('without consent a choice holds for the page and nothing is stored', async () => {
  const page = await newPage()
  page.remember('time-zone', 'Europe/Zurich')
  expect(page.recall('time-zone')).toBe('Europe/Zurich')
  expect([...stored]).toEqual([])
  expect((await newPage()).recall('time-zone')).toBeUndefined()
})

test('consent keeps what was chosen before it and what is chosen after it', async () => {
  const page = await newPage()
  page.remember('time-zone', 'Europe/Zurich')
  page.allowRemembering(true)
  expect((await newPage()).recall('time-zone')).toBe('Europe/Zurich')
  page.remember('time-zone', 'UTC')
  expect((await newPage()).recall('time-zone')).toBe('UTC')
})

test('consent taken back leaves nothing on the device, and the page as it is', async () => {
  const page = await newPage()
  page.allowRemembering(true)
  page.remember('time-zone', 'Asia/Tokyo')
  const next = await newPage()
  next.allowRemembering(false)
  expect([...stored]).toEqual([])
  expect(next.isRememberingAllowed()).toBe(false)
  expect(next.recall('time-zone')).toBe('Asia/Tokyo')
})

test('what was stored does not count without consent', async () => {
  stored.set('candor-time-zone', 'Asia/Tokyo')
  expect((await newPage()).recall('time-zone')).toBeUndefined()
})

test('other tabs are told of, as long as somebody listens', async () => {
  const page = await newPage()
  const told = vi.fn()
  const stop = page.onPreferences(told)
  const inOtherTab = (key: string | null) => tabs.dispatchEvent(Object.assign(new Event('storage'), { key }))
  inOtherTab('candor-time-zone')
  inOtherTab(null)
  inOtherTab('of-somebody-else')
  expect(told).toHaveBeenCalledTimes(2)
  stop()
  inOtherTab('candor-time-zone')
  expect(told).toHaveBeenCalledTimes(2)
})

test.each([
  ['throws at every call', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['is full', { getItem: () => null, setItem: refuse, removeItem: () => {} }],
])('a storage that %s breaks nothing, and the choice holds for the page', async (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  const page = await newPage()
  page.allowRemembering(true)
  page.remember('time-zone', 'Asia/Tokyo')
  expect(page.isRememberingAllowed()).toBe(false)
  expect(page.recall('time-zone')).toBe('Asia/Tokyo')
  page.allowRemembering(false)
  expect(page.recall('time-zone')).toBe('Asia/Tokyo')
})

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
