import { describe, expect, test } from 'vitest'
import { helpLinks } from './help-links.ts'

const SITES = { help_url: 'https://help.example', gov_help_url: 'https://help.gov.example/docs/' }

describe('G-03 on government clouds', () => {
  const { address, html } = helpLinks(SITES, true)

  test.each([
    ['https://help.example', 'https://help.gov.example/docs'],
    ['https://help.example/', 'https://help.gov.example/docs/'],
    ['http://HELP.example/a?b=c#d', 'https://help.gov.example/docs/a?b=c#d'],
    ['https://help.example.evil.example/a', 'https://help.example.evil.example/a'],
    ['https://help.examples/a', 'https://help.examples/a'],
    [
      'https://support.example/?from=https://help.example/',
      'https://support.example/?from=https://help.example/',
    ],
    ['/northwall.net/faq', '/northwall.net/faq'],
    ['', ''],
  ])('the address %s is %s', (before, after) => {
    expect(address(before)).toBe(after)
  })

  test.each([
    [
      'a link',
      '<p>See <a href="https://help.example/a?b=1&amp;c=2" rel="noopener">the guide</a>.</p>',
      '<p>See <a href="https://help.gov.example/docs/a?b=1&amp;c=2" rel="noopener">the guide</a>.</p>',
    ],
    [
      'a link whose text is its URL',
      '<a href="https://help.example/a">help.example/a</a> <a href="https://help.example/b">https://help.example/b.</a>',
      '<a href="https://help.gov.example/docs/a">help.gov.example/docs/a</a> <a href="https://help.gov.example/docs/b">https://help.gov.example/docs/b.</a>',
    ],
    [
      'an external link, and text outside of links',
      '<a href="https://other.example/">help.example</a> help.example <code>https://help.example</code>',
      '<a href="https://other.example/">help.example</a> help.example <code>https://help.example</code>',
    ],
  ])('HTML with %s', (_, before, after) => {
    expect(html(before)).toBe(after)
  })
})

test.each([
  ['commercial clouds', SITES, false],
  ['a provider without a government help site', { ...SITES, gov_help_url: '' }, true],
  ['a provider without a help site', { ...SITES, help_url: '' }, true],
])('G-03 links stay unchanged for %s', (_, sites, isGov) => {
  const links = helpLinks(sites, isGov)
  expect(links.isMapped).toBe(false)
  expect(links.address('https://help.example/a')).toBe('https://help.example/a')
  expect(links.html('<a href="https://help.example/a">a</a>')).toBe('<a href="https://help.example/a">a</a>')
})
