import { expect, test } from 'vitest'
import { withoutRefusedAttributes } from './inert-html.tsx'

test.each([
  ['<p style="color: red">A</p>', '<p>A</p>'],
  [`<b id=a style='x' onclick=go() class="b">A</b>`, '<b id=a class="b">A</b>'],
  ['<p\n STYLE = "x"\n>A</p><br style="y"/>', '<p\n>A</p><br/>'],
  ['<a href="/x" title="a style=b onclick=c">A</a>', '<a href="/x" title="a style=b onclick=c">A</a>'],
  ['<p data-style="x" open two="1">A style="x"</p>', '<p data-style="x" open two="1">A style="x"</p>'],
  ['1 < 2 style="x" & <3', '1 < 2 style="x" & <3'],
])('%j becomes %j', (html, without) => {
  expect(withoutRefusedAttributes(html)).toBe(without)
})
