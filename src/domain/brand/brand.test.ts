import { expect, test } from 'vitest'
import {
  type BrandValues,
  brandChangeWords,
  hasDemoMark,
  imagesOfLook,
  initialOf,
  lookOf,
  STANDARD_LOOK,
  shownLogo,
} from './brand.ts'

const DIGEST = '0123456789abcdef0123456789abcdef'
const BEFORE: BrandValues = { name: 'Acme', ...STANDARD_LOOK }

test('a stored brand of another release is read as far as it goes', () => {
  expect(lookOf(undefined)).toEqual(STANDARD_LOOK)
  expect(lookOf({ accent_light: '#123456', icons: 'x', legal_links: [{ label: 'Terms' }], more: 1 })).toEqual(
    {
      ...STANDARD_LOOK,
      accent_light: '#123456',
    },
  )
})

test.each([
  ['wide', 648, 108, 216, 36],
  ['6:1', 720, 120, 216, 36],
  ['10:1', 720, 72, 216, 22],
  ['tall', 60, 120, 18, 36],
])('a %s logo keeps its shape in the header', (_, width, height, shownWidth, shownHeight) => {
  const src = `/images/${DIGEST}-${width}x${height}.png`
  expect(shownLogo(src)).toEqual({ src, width: shownWidth, height: shownHeight })
})

test('no logo, no image', () => {
  expect(shownLogo('')).toBeUndefined()
  expect(imagesOfLook(STANDARD_LOOK)).toEqual([])
  const logo_light = `/images/${DIGEST}-720x120.png`
  expect(imagesOfLook({ ...STANDARD_LOOK, logo_light, logo_dark: 'https://other.example/x.png' })).toEqual([
    `${DIGEST}-720x120.png`,
  ])
})

test('only the demo has the mark of the demo', () => {
  expect(['Northwall', 'Northwall Cloud', 'Acme'].map(hasDemoMark)).toEqual([true, false, false])
  expect(['acme', '  ørsted', '«Éclair»', '3com', '北極星', '🙂'].map(initialOf)).toEqual([
    'A',
    'Ø',
    'É',
    '3',
    '北',
    '•',
  ])
})

test('changes are described in sentences', () => {
  const after: BrandValues = {
    ...BEFORE,
    name: 'Acme Cloud',
    logo_light: '/images/a.png',
    accent_light: '#8a1538',
    legal_links: [{ label: 'Privacy', url: 'https://acme.example/privacy' }],
    reply_to: 'help@acme.example',
  }
  expect(brandChangeWords(BEFORE, after)).toEqual([
    'Name changed from “Acme” to “Acme Cloud”.',
    'Logo added.',
    'Accent color changed from the standard #0b4f6c to #8a1538.',
    expect.stringMatching(
      /^Accent color in the dark theme changed from the standard #7cc4e0 to #[0-9a-f]{6} \(follows from the light one\)\.$/,
    ),
    'Legal link added: Privacy (https://acme.example/privacy).',
    'Reply address set to “help@acme.example”.',
  ])
  expect(brandChangeWords(after, after)).toEqual([])
  expect(brandChangeWords(after, BEFORE)).toContain(
    'Legal link removed: Privacy (https://acme.example/privacy).',
  )
})
