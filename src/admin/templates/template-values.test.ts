import { expect, test } from 'vitest'
import type { Template } from '../../contract/admin/templates.ts'
import { EMPTY_TEMPLATE, newTemplateValues, templateValues, writtenTemplate } from './template-values.ts'

const OF_RECORD = { purpose: 'record', kind: 'incident', notificationType: null } as const
const OF_UPDATE = { purpose: 'update', kind: 'incident', notificationType: null } as const

test('Z-02 a template only contains what was entered', () => {
  const values = { ...EMPTY_TEMPLATE, name: 'Provider outage', title: '{{provider}} is down', status_id: 2 }
  expect(writtenTemplate(values, OF_RECORD)).toEqual({
    name: 'Provider outage',
    record: { title: '{{provider}} is down', status_id: 2 },
  })
})

test('Z-02 fields not in the form are kept, and emptied ones are removed', () => {
  const before = { title: 'Old', summary: 'Old', clouds: [3], tags: ['dns'] }
  expect(writtenTemplate({ ...EMPTY_TEMPLATE, name: 'N', title: 'New' }, OF_RECORD, before)).toEqual({
    name: 'N',
    record: { title: 'New', tags: ['dns'] },
  })
})

test('Z-02 a template can preselect clouds, services and data centers', () => {
  const places = { clouds: [3], services: [20, 21], data_centers: [7] }
  const written = writtenTemplate({ ...EMPTY_TEMPLATE, name: 'N', ...places }, OF_RECORD)
  expect(written.record).toEqual(places)
  expect(templateValues({ ...COMMON, purpose: 'record', content: places })).toMatchObject(places)
})

test('Z-02 an update template has text, status and the time until the next update', () => {
  const values = {
    ...EMPTY_TEMPLATE,
    name: 'Still at it',
    body: '<p>Still at it.</p>',
    next_update_minutes: 30,
  }
  const written = writtenTemplate(values, OF_UPDATE)
  expect(written).toEqual({
    name: 'Still at it',
    update: { body: '<p>Still at it.</p>', next_update_minutes: 30 },
  })
  expect(templateValues({ ...COMMON, purpose: 'update', content: written.update ?? { body: '' } })).toEqual({
    ...values,
    name: COMMON.name,
  })
})

test('Z-02 a notification template has its type', () => {
  const sort = { purpose: 'record', kind: 'notification', notificationType: 'sub_processor' } as const
  expect(writtenTemplate({ ...EMPTY_TEMPLATE, name: 'N' }, sort).record).toEqual({
    notification_type: 'sub_processor',
  })
})

test('Z-02 a template for post-mortems starts with the built-in one and comes back as it was saved', () => {
  const sort = { purpose: 'post_mortem', kind: 'incident', notificationType: null } as const
  const values = { ...newTemplateValues(sort), name: COMMON.name, actions: 'First {{one}}\n\n Second ' }
  const { post_mortem } = writtenTemplate(values, sort)
  expect(post_mortem?.why).toContain('{{the_cause}}')
  expect(post_mortem?.actions.map(({ words, state }) => [words, state])).toEqual([
    ['First {{one}}', 'planned'],
    ['Second', 'planned'],
  ])
  if (post_mortem === undefined) throw new Error('No post-mortem')
  expect(templateValues({ ...COMMON, purpose: 'post_mortem', content: post_mortem })).toEqual({
    ...values,
    actions: 'First {{one}}\nSecond',
  })
})

const COMMON: Omit<Template, 'purpose' | 'content'> = {
  id: 1,
  name: 'Still at it',
  kind: 'incident',
  position: 0,
  version: 1,
  updated_at: '2026-11-15T03:00:00.000Z',
  asks_for: [],
  can_edit: true,
}
