import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  })
})

afterEach(() => vi.unstubAllGlobals())

async function newPage() {
  vi.resetModules()
  return import('./dismissed.ts')
}

test('O-01 dismissed banners, and only those, stay dismissed on this device', async () => {
  const page = await newPage()
  page.dismiss('abc')
  page.dismiss('def')
  const keys = (await newPage()).dismissedKeys()
  expect(['abc', 'def', 'ab', 'c d', ''].map((key) => page.isDismissed(keys, key))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('O-01 the oldest dismissals are eventually forgotten, the newest never', async () => {
  const page = await newPage()
  for (let n = 0; n < 100; n++) page.dismiss(`k${n}`)
  page.dismiss('k70')
  const keys = page.dismissedKeys().split(' ')
  expect(keys.length).toBe(40)
  expect(keys.slice(-2)).toEqual(['k99', 'k70'])
  expect(keys.filter((key) => key === 'k70').length).toBe(1)
})

test('O-01 without storage a dismissal lasts for the page', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const page = await newPage()
  const listener = vi.fn()
  page.onDismissed(listener)
  page.dismiss('abc')
  expect(page.isDismissed(page.dismissedKeys(), 'abc')).toBe(true)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('O-01 with full storage a dismissal lasts for the page, in addition to the stored ones', async () => {
  stored.set('candor-dismissed', 'old')
  const page = await newPage()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: () => {
      throw new DOMException('There is no room.', 'QuotaExceededError')
    },
  })
  page.dismiss('abc')
  const keys = page.dismissedKeys()
  expect([page.isDismissed(keys, 'abc'), page.isDismissed(keys, 'old')]).toEqual([true, true])
})

test('O-01 the script in the head hides exactly the dismissed banners and never throws', async () => {
  const { dismissedScript } = await newPage()
  const sheets: string[] = []
  class Sheet {
    replaceSync(css: string) {
      sheets.push(css)
    }
  }
  const run = () =>
    new Function('localStorage', 'CSSStyleSheet', 'document', dismissedScript)(localStorage, Sheet, {})
  run()
  stored.set('candor-dismissed', '')
  run()
  expect(sheets).toEqual([])
  stored.set('candor-dismissed', 'abc "]{}*{} 1d')
  run()
  expect(sheets).toEqual(['[data-banner="abc"],[data-banner="1d"]{display:none}'])
})
