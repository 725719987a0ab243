import { expect, test } from 'vitest'
import { afterTyping, filledText, recognizedText, refilled, wordsOfText } from './filled-text.ts'

const BODY = '<p>{{services}} on {{clouds}} are slow.</p><p>It began at {{start}}.</p>'
const NOTHING_YET = { clouds: 'northwall.net', services: 'our services' }
const DNS = { ...NOTHING_YET, services: 'DNS', start: '20:00 UTC' }
const BOTH = { ...DNS, services: 'DNS and R&D' }

function html(facts: Record<string, string>) {
  return { facts, isHtml: true }
}

test('Z-02 facts chosen after the template was inserted appear in its text, and so does every later choice', () => {
  const inserted = filledText(BODY, html(NOTHING_YET))
  expect(wordsOfText(inserted)).toBe(
    '<p>Our services on northwall.net are slow.</p><p>It began at {{start}}.</p>',
  )
  const chosen = refilled(inserted, html(DNS))
  expect(wordsOfText(chosen)).toBe('<p>DNS on northwall.net are slow.</p><p>It began at 20:00 UTC.</p>')
  expect(wordsOfText(refilled(chosen, html(BOTH)))).toContain('<p>DNS and R&amp;D on')
  expect(wordsOfText(refilled(chosen, html(NOTHING_YET)))).toBe(wordsOfText(inserted))
})

test('Z-02 what was typed stays, before, between and after the places', () => {
  let text = filledText(BODY, html(DNS))
  for (const words of [
    '<p>DNS on northwall.net are very slow.</p><p>It began at 20:00 UTC.</p>',
    '<p>Sorry: DNS on northwall.net are very slow.</p><p>It began at 20:00 UTC.</p>',
    '<p>Sorry: DNS on northwall.net are very slow.</p><p>It began at 20:00 UTC. More soon.</p>',
  ])
    text = afterTyping(text, words)
  expect(wordsOfText(refilled(text, html({ ...BOTH, start: '21:00 UTC' })))).toBe(
    '<p>Sorry: DNS and R&amp;D on northwall.net are very slow.</p><p>It began at 21:00 UTC. More soon.</p>',
  )
})

test('Z-02 a place that was typed into is not overwritten', () => {
  const text = afterTyping(
    filledText(BODY, html(DNS)),
    '<p>Our DNS servers on northwall.net are slow.</p><p>It began at 20:00 UTC.</p>',
  )
  const cut = afterTyping(text, '<p>Our servers on northwall.net are slow.</p><p>It began at 20:00 UTC.</p>')
  expect(wordsOfText(refilled(cut, html(BOTH)))).toBe(
    '<p>Our servers on northwall.net are slow.</p><p>It began at 20:00 UTC.</p>',
  )
})

test('Z-02 a draft opened again follows its facts where its paragraphs are those of a template', () => {
  const source = '<p>{{services}} suffer from {{cause}}.</p><p>Typed DNS later: {{services}}.</p>'
  const words = '<p>DNS suffer from a (bad) cable.</p><p>We wrote this about DNS.</p><p>Ends {{end}}.</p>'
  const known = recognizedText(words, { sources: [BODY, source], ...html(DNS) })
  expect(wordsOfText(known)).toBe(words)
  expect(wordsOfText(refilled(known, html({ ...BOTH, end: '23:00 UTC' })))).toBe(
    '<p>DNS and R&amp;D suffer from a (bad) cable.</p><p>We wrote this about DNS.</p><p>Ends 23:00 UTC.</p>',
  )
})

test('Z-02 a title is recognized as a whole', () => {
  const sources = ['Outage of {{services}}']
  const title = (facts: Record<string, string>) => ({ facts, isHtml: false })
  const known = recognizedText('Outage of DNS', { sources, ...title(DNS) })
  expect(wordsOfText(refilled(known, title(BOTH)))).toBe('Outage of DNS and R&D')
  const typed = recognizedText('Outage of DNS again', { sources, ...title(DNS) })
  expect(wordsOfText(refilled(typed, title(BOTH)))).toBe('Outage of DNS again')
})
