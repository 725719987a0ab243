import { expect, test } from 'vitest'
import { pageMeta, pageTitle } from './page-meta.ts'

const names = { cloud: 'one.example', provider: 'Northwall' }
const otherwise = { title: 'Else', description: 'Something else.' }

test.each([
  ['/incidents', 'Incidents'],
  ['/maintenance', 'Maintenance'],
  ['/security-advisories', 'Security Advisories'],
  ['/cloud-status', 'Cloud Status'],
  ['/data-center-map', 'Data Center Map'],
  ['/url-category-notification', 'URL Category Changes'],
])('G-08 a path ending in %s has its own title and description', (ending, title) => {
  const meta = pageMeta(`/one.example${ending}`, names, otherwise)
  expect(meta.title).toBe(title)
  expect(meta.description).toContain('one.example')
  expect(meta.description).toContain('Northwall')
})

test('G-08 descriptions are distinct', () => {
  const endings = ['incidents', 'maintenance', 'security-advisories', 'cloud-status', 'data-center-map']
  const descriptions = endings.map(
    (ending) => pageMeta(`/one.example/${ending}`, names, otherwise).description,
  )
  expect(new Set(descriptions).size).toBe(endings.length)
})

test.each(['/one.example', '/one.example/faq', '/one.example/incidents/1', '/', '/x/constructor'])(
  'the path %s keeps the metadata of its page',
  (path) => {
    expect(pageMeta(path, names, otherwise)).toBe(otherwise)
  },
)

const provider = { name: 'Northwall' }

test('a title names the page, its cloud and the site', () => {
  expect(pageTitle('Incidents', { provider, cloud: { title: 'one.example' } })).toBe(
    'Incidents · one.example · Northwall Trust',
  )
})

test('a page without a cloud doesn’t name one', () => {
  expect(pageTitle('Sign In', { provider })).toBe('Sign In · Northwall Trust')
})

test('the home page of a cloud names it once', () => {
  expect(pageTitle('one.example', { provider, cloud: { title: 'one.example' } })).toBe(
    'one.example · Northwall Trust',
  )
})
