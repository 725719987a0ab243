import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { countryNames, NAMES_FILE } from '../../../scripts/country-names.ts'
import { drawWorld, WORLD_FILES } from '../../../scripts/world-drawing.ts'

test.each(WORLD_FILES)('M-07 $file matches scripts/draw-world.ts', async ({ file, atlas, step }) => {
  const drawn = await drawWorld({ atlas, step })
  // Not `toBe`: a diff of megabytes helps no one.
  expect((await readFile(file, 'utf8')) === drawn, 'run `node scripts/run.mjs scripts/draw-world.ts`').toBe(
    true,
  )
})

test.each(WORLD_FILES)('M-07 $file loads nothing from elsewhere', async ({ file }) => {
  const svg = await readFile(file, 'utf8')
  expect(svg.match(/https?:[^"\s]+/g)).toEqual(['http://www.w3.org/2000/svg'])
  for (const id of ['land', 'borders']) expect(svg).toContain(`id="${id}"`)
})

test('the country names match the atlas', async () => {
  expect(await readFile(NAMES_FILE, 'utf8')).toBe(await countryNames())
})
