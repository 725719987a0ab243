import { expect, test } from 'vitest'
import { linksIn } from './links-in.ts'

const where = { page: '/a/incidents?page=2', publicUrl: 'https://trust.example' }

test('finds each link of a page once, unescaped and without its fragment', () => {
  const body = `<a href="/a?x=1&amp;y=2#z">1</a><a class="b" href="/a?x=1&amp;y=2">2</a><use href="/w.svg#land"/>
    <a href="?week=1">3</a><a href="#here">4</a><script src="/assets/x.js"></script>`
  expect(linksIn(body, where)).toEqual(['/a?x=1&y=2', '/w.svg', '/a/incidents?week=1', '/assets/x.js'])
})

test('ignores links to other sites, however they are written', () => {
  const body =
    '<a href="//evil.example/a"><a href="mailto:a@b.c"><a href="https://other.example/a"><a href="http://">'
  expect(linksIn(body, where)).toEqual([])
})

test('finds the locations of a sitemap', () => {
  const body =
    '<url><loc>https://trust.example/a/posts/1</loc></url><url><loc>https://trust.example/b</loc></url>'
  expect(linksIn(body, where)).toEqual(['/a/posts/1', '/b'])
})
