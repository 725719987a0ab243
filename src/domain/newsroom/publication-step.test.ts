import { expect, test } from 'vitest'
import { publicationStep } from './publication-step.ts'

const SCHEDULED = { class: 'scheduled', is_closed: false }
const UNDER_WAY = { class: 'in-progress', is_closed: false }
const RESOLVED = { class: 'resolved', is_closed: true }
const POSTPONED = { class: 'postponed', is_closed: true }
const ARCHIVED = { class: 'archived', is_closed: true }
const COMPLETED = { class: 'completed', is_closed: true }

test.each([
  ['incident', undefined, UNDER_WAY, false, 'opened'],
  ['maintenance', undefined, SCHEDULED, false, 'scheduled'],
  ['incident', UNDER_WAY, UNDER_WAY, false, 'updated'],
  ['incident', UNDER_WAY, UNDER_WAY, true, 'corrected'],
  ['incident', UNDER_WAY, RESOLVED, false, 'resolved'],
  ['advisory', UNDER_WAY, RESOLVED, true, 'corrected'],
  ['maintenance', SCHEDULED, UNDER_WAY, false, 'started'],
  ['maintenance', UNDER_WAY, COMPLETED, false, 'completed'],
  ['maintenance', SCHEDULED, POSTPONED, false, 'postponed'],
  ['maintenance', SCHEDULED, ARCHIVED, false, 'cancelled'],
  ['maintenance', COMPLETED, COMPLETED, false, 'updated'],
] as const)('a %s from %o to %o, correction %s: %s', (kind, before, after, isCorrection, step) => {
  expect(publicationStep({ kind, before, after, isWithdrawn: false, isCorrection })).toBe(step)
})

test.each([
  ['incident', UNDER_WAY, UNDER_WAY, false, 'opened'],
  ['maintenance', SCHEDULED, SCHEDULED, false, 'scheduled'],
  ['maintenance', SCHEDULED, UNDER_WAY, false, 'scheduled'],
  ['incident', UNDER_WAY, UNDER_WAY, true, 'corrected'],
  ['incident', UNDER_WAY, RESOLVED, false, 'resolved'],
  ['incident', RESOLVED, RESOLVED, false, 'updated'],
] as const)('a withdrawn %s from %o to %o, correction %s: %s', (kind, before, after, isCorrection, step) => {
  expect(publicationStep({ kind, before, after, isWithdrawn: true, isCorrection })).toBe(step)
})
