import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chosenAmong,
  countChosen,
  flipChosen,
  formatChosen,
  isChosen,
  joinChosen,
  MOST_CHOSEN,
  NOTHING_CHOSEN,
  parseChosen,
} from './chosen-places.ts'

test('U-12 a selection is written with services first, sorted and unique', () => {
  const places = parseChosen('d7,s12,s3,d7,s12')
  expect(places).toEqual({ services: [3, 12], dataCenters: [7] })
  expect(formatChosen(places)).toBe('s3,s12,d7')
})

test.each([null, '', ',', 's', 'x1', 's0', 's-1', 's1.5', 'S1', 's 1', 's1e3', 's99999999999', '12', 's1d2'])(
  'the selection "%s" is empty',
  (text) => {
    expect(parseChosen(text)).toEqual(NOTHING_CHOSEN)
  },
)

test('invalid parts are left out, the others stay', () => {
  expect(parseChosen('s1,what,d2,,s3x')).toEqual({ services: [1], dataCenters: [2] })
})

test('a selection has a largest size', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `s${index + 1},d${index + 1}`).join()
  expect(countChosen(parseChosen(many))).toBe(MOST_CHOSEN)
})

test('a place is added and removed', () => {
  const one = flipChosen(NOTHING_CHOSEN, 'data-center', 7)
  expect(isChosen(one, 'data-center', 7)).toBe(true)
  expect(isChosen(one, 'service', 7)).toBe(false)
  expect(flipChosen(one, 'data-center', 7)).toEqual(NOTHING_CHOSEN)
})

test('two selections become one', () => {
  expect(formatChosen(joinChosen(parseChosen('s3,d1'), parseChosen('s2,s3')))).toBe('s2,s3,d1')
})

test('places that are gone drop out', () => {
  const known = { services: [{ tid: 1 }], dataCenters: [{ tid: 2 }, { tid: 9 }] }
  expect(chosenAmong(parseChosen('s1,s2,d1,d2'), known)).toEqual({ services: [1], dataCenters: [2] })
})

test('every address has one spelling, which reads back as the same selection', () => {
  const part = fc.oneof(fc.string({ maxLength: 4 }), fc.stringMatching(/^[sd][1-9][0-9]{0,2}$/))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 150 }), (parts) => {
      const places = parseChosen(parts.join())
      const spelled = formatChosen(places)
      expect(parseChosen(spelled)).toEqual(places)
      expect(formatChosen(parseChosen(spelled))).toBe(spelled)
    }),
  )
})
