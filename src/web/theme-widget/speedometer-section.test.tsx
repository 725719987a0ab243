import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Speedometer } from './speedometer-section.tsx'

const markup = renderToStaticMarkup(<Speedometer />)

test('H-02 all figures are readable without scripts', () => {
  const text = markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  for (const words of [
    'Transactions per day 486.2 billion 84% of peak, 578.4 billion',
    'Files inspected per day 148.7 million 58% of peak, 257.9 million',
    'Policies enforced per day 11.3 billion 68% of peak, 16.5 billion',
    'Requests in the busiest second 9.1 million',
    'Security updates per day 218,400',
    'People protected 31.8 million',
  ]) {
    expect(text).toContain(words)
  }
})

test('H-02 each gauge is hidden from assistive technology and has its share of the scale', () => {
  const shares = [...markup.matchAll(/aria-hidden="true"><candor-speedometer data-share="([^"]+)">/g)]
  expect(shares.map(([, share]) => Number(share).toFixed(2))).toEqual(['0.84', '0.58', '0.68'])
})

test("the server's markup has no inline styles, which the CSP forbids", () => {
  expect(markup).not.toMatch(/style[=>]/)
})
