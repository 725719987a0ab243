import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const CHAPTERS = 17

test('docs/security.md names a test for every relevant chapter of ASVS 5', () => {
  const rows = [...text.matchAll(/^\| V(\d+) [^|]*\|([^|]*)\|([^|]*)\|$/gm)]
  expect(rows.map(([, chapter]) => Number(chapter))).toEqual(
    Array.from({ length: CHAPTERS }, (_, at) => at + 1),
  )
  const unproved = rows.filter(
    ([, , how, tests]) => how?.trim() !== 'not used' && !tests?.includes('.test.ts'),
  )
  expect(unproved).toEqual([])
})

test('every test and document named in docs/security.md exists', () => {
  const tests = [...text.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file as string)
  const documents = [...text.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, file]) => `docs/${file}`)
  expect([...tests, ...documents].filter((file) => !existsSync(file))).toEqual([])
})
