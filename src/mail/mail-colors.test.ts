import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DARK, LIGHT } from './mail-colors.ts'

const TOKENS = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8')
const NAMES = { ink2: 'ink-2', ink3: 'ink-3', onBrand: 'on-brand' } as Record<string, string>

test.each(Object.keys(LIGHT) as (keyof typeof LIGHT)[])('mail has the %s of the site', (name) => {
  const token = `--${NAMES[name] ?? name}: light-dark(${LIGHT[name]}, ${DARK[name]});`
  expect(TOKENS).toContain(token)
})
