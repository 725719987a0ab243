import { expect, test } from 'vitest'
import { badgeHtml, badgeMarkdown, widgetHtml, widgetPolicy } from './embed-snippets.ts'

const BADGE = {
  name: 'Web [EU] "Mail" & <more>',
  image: 'https://trust.example/x/badge.svg?style=flat-square&theme=dark',
  page: 'https://trust.example/x',
}
const WIDGET = {
  script: 'https://trust.example/widget.js',
  cloud: 'example.net',
  mode: 'floating',
  position: 'bottom-right',
  theme: 'auto',
  isAlwaysShown: false,
} as const

test('a badge links to its page and escapes its name', () => {
  expect(badgeMarkdown(BADGE)).toBe(
    '[![Status of Web \\[EU\\] "Mail" & <more>](https://trust.example/x/badge.svg?style=flat-square&theme=dark)](https://trust.example/x)',
  )
  expect(badgeHtml(BADGE)).toBe(
    '<a href="https://trust.example/x"><img src="https://trust.example/x/badge.svg?style=flat-square&amp;theme=dark" alt="Status of Web [EU] &quot;Mail&quot; &amp; &lt;more&gt;"></a>',
  )
})

test('the widget script leaves out defaults', () => {
  expect(widgetHtml(WIDGET)).toBe(
    '<script src="https://trust.example/widget.js" data-cloud="example.net" async></script>',
  )
  expect(widgetHtml({ ...WIDGET, position: 'top-left', theme: 'dark', isAlwaysShown: true })).toBe(
    '<script src="https://trust.example/widget.js" data-cloud="example.net" data-position="top-left" data-theme="dark" data-show="always" async></script>',
  )
  expect(widgetHtml({ ...WIDGET, mode: 'inline', position: 'top-left', isAlwaysShown: true })).toBe(
    '<script src="https://trust.example/widget.js" data-cloud="example.net" data-mode="inline" async></script>',
  )
})

test('the security policy allows the script and its requests', () => {
  expect(widgetPolicy('https://trust.example')).toBe(
    'script-src https://trust.example; connect-src https://trust.example',
  )
})
