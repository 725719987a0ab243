import { expect, test } from 'vitest'
import type { Choices } from '../../../contract/admin/choices.ts'
import { emptyContent } from '../../../domain/newsroom/empty-content.ts'
import { SEVERITY } from '../../../domain/record.ts'
import { insertionOf, withoutTyped } from './insertion.ts'

const CHOICES = {
  clouds: [
    { id: 1, title: 'northwall.net', is_retired: false },
    { id: 2, title: 'northwall.eu', is_retired: false },
    { id: 3, title: 'old.example', is_retired: true },
  ],
  service_categories: [
    { tid: 10, cloud_id: 1, title: 'Core', services: [{ tid: 11, name: 'DNS', is_retired: false }] },
    { tid: 20, cloud_id: 2, title: 'Core', services: [{ tid: 21, name: 'Mail', is_retired: true }] },
  ],
  regions: [{ data_centers: [{ tid: 31, name: 'FRA1', is_retired: false }] }],
} as unknown as Choices

const EMPTY = emptyContent({ kind: 'incident' })

function inserting(template: object, content = EMPTY, isOwnWords = () => true) {
  return insertionOf(template, {
    content,
    choices: CHOICES,
    provider: 'Northwall',
    now: new Date('2026-11-15T10:00:00Z'),
    asked: { symptom: 'errors' },
    isOwnWords,
  })
}

test('Z-02 a template preselects places that still exist, with the clouds of its services, and names them', () => {
  const { patch, typed } = inserting({
    title: '{{symptom}} with {{services}} in {{data_centers}} on {{clouds}}',
    clouds: [2, 3],
    services: [11, 21, 99],
    data_centers: [31, 99],
  })
  expect(patch).toEqual({
    title: 'errors with DNS in FRA1 on northwall.net and northwall.eu',
    clouds: [2, 1],
    services: [11],
    data_centers: [31],
  })
  expect(typed).toEqual([])
})

test('Z-02 fields with values of the author are named, and are kept if asked to', () => {
  const template = {
    title: 'From the template',
    summary: 'From the template',
    severity_tid: SEVERITY.serviceDisruption,
    services: [11],
  }
  const content = { ...EMPTY, title: 'Typed', clouds: [2], severity_tid: SEVERITY.serviceDegradation }
  const insertion = inserting(template, content)
  expect(insertion.typed).toEqual(['title', 'severity_tid', 'clouds'])
  expect(withoutTyped(insertion).patch).toEqual({ summary: 'From the template' })
  expect(inserting(template, content, () => false).typed).toEqual([])
})

test('Z-02 notes of the author are never replaced', () => {
  const content = { ...EMPTY, internal: { ...EMPTY.internal, internal_note: 'Mine' } }
  const internal = { ...EMPTY.internal, internal_note: 'Theirs', slack_link: 'https://chat.example/x' }
  expect(inserting({ internal }, content).patch.internal).toMatchObject({
    internal_note: 'Mine',
    slack_link: 'https://chat.example/x',
  })
})
