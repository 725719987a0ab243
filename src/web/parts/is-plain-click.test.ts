import type { MouseEvent } from 'react'
import { expect, test } from 'vitest'
import { isPlainClick } from './is-plain-click.ts'

const PLAIN = { button: 0, shiftKey: false, altKey: false, metaKey: false, ctrlKey: false }

test('a click without modifier keys is handled by the page', () => {
  expect(isPlainClick(PLAIN as MouseEvent)).toBe(true)
})

test.each([{ shiftKey: true }, { altKey: true }, { metaKey: true }, { ctrlKey: true }, { button: 1 }])(
  'a click with %j is left to the browser',
  (how) => {
    expect(isPlainClick({ ...PLAIN, ...how } as MouseEvent)).toBe(false)
  },
)
