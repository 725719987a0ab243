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

/** A fresh module, as on a newly opened page. */
async function newPage() {
  vi.resetModules()
  return import('./preferences.ts')
}

test('O-03 without an answer a choice lasts for the page and nothing is stored', async () => {
  const page = await newPage()
  expect(page.consent()).toBe('unanswered')
  page.remember('time-zone', 'Europe/Zurich')
  page.remember('theme', 'dark')
  expect(page.recall('time-zone')).toBe('Europe/Zurich')
  expect(page.recall('theme')).toBe('dark')
  expect([...stored]).toEqual([])
  const next = await newPage()
  expect([next.recall('time-zone'), next.recall('theme')]).toEqual([undefined, undefined])
})

test('O-03 consent is asked for once there is something to remember, and not after an answer', async () => {
  const page = await newPage()
  expect(page.isConsentWanted()).toBe(false)
  page.remember('theme', 'dark')
  expect(page.isConsentWanted()).toBe(true)
  page.answerConsent('rejected')
  expect(page.isConsentWanted()).toBe(false)
})

test('O-03 accepting stores earlier and later choices', async () => {
  const page = await newPage()
  page.remember('time-zone', 'Europe/Zurich')
  page.remember('theme', 'dark')
  page.answerConsent('accepted')
  const next = await newPage()
  expect([next.consent(), next.recall('time-zone'), next.recall('theme')]).toEqual([
    'accepted',
    'Europe/Zurich',
    'dark',
  ])
  page.remember('time-zone', 'UTC')
  expect((await newPage()).recall('time-zone')).toBe('UTC')
})

test('O-03 rejecting stores only the answer, whatever is chosen later', async () => {
  const page = await newPage()
  page.remember('theme', 'dark')
  page.answerConsent('rejected')
  page.remember('time-zone', 'Asia/Tokyo')
  expect([...stored]).toEqual([['candor-consent', 'rejected']])
  expect((await newPage()).consent()).toBe('rejected')
})

test('O-03 withdrawing consent removes what was stored and leaves the page as it is', async () => {
  const page = await newPage()
  page.answerConsent('accepted')
  page.remember('time-zone', 'Asia/Tokyo')
  page.remember('theme', 'light')
  const next = await newPage()
  next.answerConsent('rejected')
  expect([...stored.keys()]).toEqual(['candor-consent'])
  expect(next.isRemembering()).toBe(false)
  expect([next.recall('time-zone'), next.recall('theme')]).toEqual(['Asia/Tokyo', 'light'])
})

test.each([undefined, 'rejected', 'maybe'])(
  'O-03 stored values are ignored if the answer is %s',
  async (answer) => {
    if (answer !== undefined) stored.set('candor-consent', answer)
    stored.set('candor-time-zone', 'Asia/Tokyo')
    stored.set('candor-theme', 'dark')
    const page = await newPage()
    expect([page.recall('time-zone'), page.recall('theme')]).toEqual([undefined, undefined])
  },
)

test('changes in other tabs are reported while there are listeners', async () => {
  const page = await newPage()
  const onChange = vi.fn()
  const stop = page.onPreferences(onChange)
  const inOtherTab = (key: string | null) => tabs.dispatchEvent(Object.assign(new Event('storage'), { key }))
  inOtherTab('candor-time-zone')
  inOtherTab(null)
  inOtherTab('of-somebody-else')
  expect(onChange).toHaveBeenCalledTimes(2)
  stop()
  inOtherTab('candor-time-zone')
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('O-03 the answer in another tab wins', async () => {
  const page = await newPage()
  page.answerConsent('accepted')
  const other = await newPage()
  other.answerConsent('rejected')
  expect(page.consent()).toBe('rejected')
  stored.clear()
  expect(page.consent()).toBe('unanswered')
})

test.each([
  ['throws at every call', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['is full', { getItem: () => null, setItem: refuse, removeItem: () => {} }],
])('a storage that %s breaks nothing: answer and choice last for the page', async (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  const page = await newPage()
  page.answerConsent('accepted')
  page.remember('time-zone', 'Asia/Tokyo')
  expect(page.consent()).toBe('accepted')
  expect(page.isRemembering()).toBe(false)
  expect(page.recall('time-zone')).toBe('Asia/Tokyo')
  page.answerConsent('rejected')
  expect(page.consent()).toBe('rejected')
  expect(page.recall('time-zone')).toBe('Asia/Tokyo')
})

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('A-17 a removed choice is gone from the page and the device', async () => {
  const page = await newPage()
  page.answerConsent('accepted')
  page.remember('time-zone', 'Europe/Zurich')
  page.unchoose('time-zone')
  expect(page.recall('time-zone')).toBeUndefined()
  expect([...stored.keys()]).toEqual(['candor-consent'])
})
