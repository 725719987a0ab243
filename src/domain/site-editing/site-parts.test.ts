import { expect, test } from 'vitest'
import type { Role } from '../access.ts'
import { canEditPart, SITE_PART_NAMES } from './site-parts.ts'

test.each<[Role, string[]]>([
  ['jab_compliance', ['compliance', 'compliance-texts']],
  ['legal_team', ['list-messages', 'terms', 'policies']],
  ['url_editor', ['list-messages', 'terms']],
  ['cloud_apps', ['list-messages', 'terms']],
  ['blog_editor', ['list-messages', 'terms', 'faq']],
  ['customer_success_manager', []],
])('Z-05 %s edits these parts of the site', (role, parts) => {
  expect(SITE_PART_NAMES.filter((part) => canEditPart([role], part))).toEqual(parts)
})

test('Z-05 administrator and trust admin edit all parts', () => {
  for (const role of ['administrator', 'trust_admin'] as const)
    expect(SITE_PART_NAMES.every((part) => canEditPart([role], part))).toBe(true)
})
