import { describe, expect, test } from 'vitest'
import { blocksText, textBlocks } from './text-blocks.ts'

const SITE = 'https://trust.northwall.example'

function textOf(html: string) {
  return blocksText(textBlocks(html, SITE))
}

describe('HTML from staff as plain text', () => {
  test.each([
    [
      'text without a block',
      'Sign-in <b>fails</b> for &lt;some&gt; users.',
      'Sign-in fails for <some> users.',
    ],
    ['paragraphs', '<p>One\n  two.</p>\n<p>Three.</p>', 'One two.\n\nThree.'],
    ['a line break', '<p>One<br>two</p>', 'One\ntwo'],
    ['a heading', '<h2 id="x">What to do</h2><p>Wait.</p>', 'What to do\n\nWait.'],
    ['a list', '<p>Do:</p><ul><li>One</li><li>Two</li></ul><p>Done.</p>', 'Do:\n\n• One\n• Two\n\nDone.'],
    ['a numbered list', '<ol><li>One</li><li><p>Two</p></li></ol>', '1. One\n2. Two'],
    ['a nested list', '<ul><li>One<ul><li>Deep</li></ul></li><li>Two</li></ul>', '• One\n  • Deep\n• Two'],
    [
      'a link',
      '<p>See <a href="https://a.example/b?c=1&amp;d=2">the notes</a>.</p>',
      'See the notes (https://a.example/b?c=1&d=2).',
    ],
    ['a link to this site', '<p><a href="/help">Help</a></p>', `Help (${SITE}/help)`],
    [
      'a link whose text is its URL',
      '<a href="https://a.example/">https://a.example/</a>',
      'https://a.example/',
    ],
    [
      'a table',
      '<table><tr><th>City</th><th>State</th></tr><tr><td>Paris</td><td>up</td></tr></table>',
      'City | State\n\nParis | up',
    ],
    ['preformatted lines', '<pre>a  b\n  c</pre>', 'a  b\n  c'],
    ['an image', '<p>Before <img src="data:x" alt="a graph"> after</p>', 'Before a graph after'],
    [
      'an image of this site',
      `<p>Before <img src="/images/${'a'.repeat(32)}-9x9.png" alt="A &amp; B" width="9" height="9" loading="lazy" /><br />after</p>`,
      `Before [Image: A & B] (${SITE}/images/${'a'.repeat(32)}-9x9.png)\nafter`,
    ],
    [
      'a decorative image',
      `<p>One</p><p><img src="/images/${'a'.repeat(32)}-9x9.png" alt="" width="9" height="9" loading="lazy" /></p><p>Two</p>`,
      'One\n\nTwo',
    ],
    ['nothing', '<p> </p><ul></ul>', ''],
  ])('%s', (_, html, text) => {
    expect(textOf(html)).toBe(text)
  })
})
