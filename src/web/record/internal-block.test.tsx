import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InternalBlock, type InternalFields, internalFieldsOf } from './internal-block.tsx'

test('L-09 without internal fields there is no block', () => {
  expect(rendered({})).toBe('')
  expect(rendered({ internal_note: '', slack_link: '' })).toBe('')
})

test('L-09 the block has its exact heading, the note and every link', () => {
  const html = rendered({
    internal_note: 'Card 4 is dead.',
    slack_link: 'https://chat.example/ops',
    jira_link: 'https://issues.example/OPS-1',
    sfdc_link: 'https://cases.example/2',
    severity_link: 'https://severity.example/3',
  })
  expect(html).toMatch(/<h2[^>]*>Confidential Internal Only<\/h2>/)
  expect(html).toContain('Card 4 is dead.')
  expect([...html.matchAll(/<a href="([^"]*)" rel="noopener noreferrer"/g)].map(([, href]) => href)).toEqual([
    'https://chat.example/ops',
    'https://issues.example/OPS-1',
    'https://cases.example/2',
    'https://severity.example/3',
  ])
})

test.each(['OPS-1', 'http://issues.example/1', 'javascript:alert(1)', '//issues.example', 'https://'])(
  'L-09 %j is shown as text, not as a link',
  (jira_link) => {
    const html = rendered({ jira_link })
    expect(html).toContain(jira_link)
    expect(html).not.toContain('<a')
  },
)

test('L-09 a note is shown as text, whatever it contains', () => {
  expect(rendered({ internal_note: '<img src=x onerror=alert(1)>' })).not.toContain('<img')
})

test('L-09 a list only contains internal fields if there are some', () => {
  expect(internalFieldsOf({ internal_note: '' })).toEqual({})
  expect(internalFieldsOf({ internal_note: 'Card 4', slack_link: '' })).toEqual({
    internal: { internal_note: 'Card 4' },
  })
})

function rendered(fields: InternalFields) {
  return renderToStaticMarkup(<InternalBlock fields={fields} />)
}
