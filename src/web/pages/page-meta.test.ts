import { expect, test } from 'vitest'
import { pageMeta } from './page-meta.ts'

const names = { cloud: 'one.example', provider: 'Northwall' }
const otherwise = { title: 'Else', description: 'Something else.' }

test.each([
  ['/incidents', 'Incidents'],
  ['/maintenance', 'Maintenance'],
  ['/security-advisories', 'Security Advisories'],
  ['/cloud-status', 'Cloud Status'],
  ['/data-center-map', 'Data Center Map'],
  ['/url-category-notification', 'URL Category Changes'],
])('G-08 a path ending %s has a title and a description of its own', (ending, title) => {
  const meta = pageMeta(`/one.example${ending}`, names, otherwise)
  expect(meta.title).toBe(title)
  expect(meta.description).toContain('one.example')
  expect(meta.description).toContain('Northwall')
})

test('G-08 no two of them share a description', () => {
  const endings = ['incidents', 'maintenance', 'security-advisories', 'cloud-status', 'data-center-map']
  const descriptions = endings.map(
    (ending) => pageMeta(`/one.example/${ending}`, names, otherwise).description,
  )
  expect(new Set(descriptions).size).toBe(endings.length)
})

test.each(['/one.example', '/one.example/faq', '/one.example/incidents/1', '/', '/x/constructor'])(
  'the path %s keeps what its page says',
  (path) => {
    expect(pageMeta(path, names, otherwise)).toBe(otherwise)
  },
)
