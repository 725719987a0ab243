import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCOPES } from '../../domain/access.ts'
import { SCOPE_WORDS } from './scope-words.ts'

test('Z-08 scopes have the same names and words in the dialog and in the documents', () => {
  const document = readFileSync(new URL('../../../docs/automation.md', import.meta.url), 'utf8')
  for (const scope of SCOPES)
    expect(document).toContain(`| \`${scope}\` | ${SCOPE_WORDS[scope].name} | ${SCOPE_WORDS[scope].may} |`)
})
