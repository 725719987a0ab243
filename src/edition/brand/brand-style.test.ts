import { expect, test } from 'vitest'
import { darkAccentOf } from '../../domain/brand/accent.ts'
import { brandStyle, brandStylePath, colorsAt } from './brand-style.ts'

const COLORS = { accent_light: '#8a1538', accent_dark: '' }

test('the standard look has no style sheet', () => {
  expect(brandStylePath({ accent_light: '', accent_dark: '' })).toBeUndefined()
})

test('an address belongs to exactly one sheet', () => {
  const path = brandStylePath(COLORS) ?? ''
  const dark = darkAccentOf('#8a1538')
  expect(path).toMatch(new RegExp(`^/brand/8a1538-${dark.slice(1)}-[0-9a-f]{12}\\.css$`))
  const named = colorsAt(path)
  expect(named).toEqual({ accent_light: '#8a1538', accent_dark: dark })
  expect(brandStyle(named ?? COLORS)).toBe(brandStyle(COLORS))
  expect(colorsAt(path.replace('8a1538', '8a1539'))).toBeUndefined()
  expect(colorsAt('/brand/x.css')).toBeUndefined()
})

test('it sets the accent and nothing else', () => {
  expect(brandStyle(COLORS).match(/--[\w-]+/g)).toEqual(['--brand', '--brand-strong', '--on-brand'])
})
