import type { Series, SeriesContentSchema } from '../../contract/admin/series.ts'
import type { CallInput } from '../../contract/calls.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import type { SeriesRule } from '../../domain/series/series-rule.ts'

export interface SeriesValues {
  title: string
  'rule.every': 'weeks' | 'month'
  'rule.weeks': number
  'rule.weekdays': number[]
  'rule.nth': Extract<SeriesRule, { every: 'month' }>['nth']
  'rule.weekday': number
  'rule.time': string
  'rule.time_zone': string
  'rule.minutes': number
  'rule.from_day': string
  'rule.until_day': string | null
  days_ahead: number
  notifies: boolean
  'content.title': string
  'content.summary': string
  'content.body': string
  'content.severity_tid': number
  'content.clouds': number[]
  'content.services': number[]
  'content.data_centers': number[]
  'content.remind_before_minutes': number[]
  'content.starts_by_itself': boolean
  'content.ends_by_itself': boolean
}

type Written = Pick<
  CallInput<'POST /api/admin/series'>,
  'title' | 'rule' | 'content' | 'days_ahead' | 'notifies'
>

export function emptySeries({ today, zone }: { today: string; zone: string }): SeriesValues {
  const { severity_tid } = emptyContent({ kind: 'maintenance' })
  return {
    title: '',
    'rule.every': 'weeks',
    'rule.weeks': 1,
    'rule.weekdays': [2],
    'rule.nth': 1,
    'rule.weekday': 6,
    'rule.time': '02:00',
    'rule.time_zone': zone,
    'rule.minutes': 120,
    'rule.from_day': today,
    'rule.until_day': null,
    days_ahead: 7,
    notifies: true,
    'content.title': '',
    'content.summary': '',
    'content.body': '',
    'content.severity_tid': severity_tid,
    'content.clouds': [],
    'content.services': [],
    'content.data_centers': [],
    'content.remind_before_minutes': [24 * 60],
    'content.starts_by_itself': true,
    'content.ends_by_itself': true,
  }
}

export function seriesValues({ title, rule, content, days_ahead, notifies }: Series): SeriesValues {
  const fresh = emptySeries({ today: rule.from_day, zone: rule.time_zone })
  return {
    ...fresh,
    title,
    days_ahead,
    notifies,
    ...named('rule', rule),
    ...named('content', pick(content)),
  } as SeriesValues
}

export function writtenSeries(values: SeriesValues, before?: SeriesContentSchema): Written {
  const { title, days_ahead, notifies } = values
  return {
    title,
    rule: ruleOf(values) as Written['rule'],
    content: { ...(before ?? emptySeriesContent()), ...contentOf(values) },
    days_ahead,
    notifies,
  }
}

export function ruleOf(values: SeriesValues): SeriesRule {
  const clock = {
    time: values['rule.time'],
    time_zone: values['rule.time_zone'],
    minutes: values['rule.minutes'],
    from_day: values['rule.from_day'],
    until_day: values['rule.until_day'],
  }
  return values['rule.every'] === 'weeks'
    ? { every: 'weeks', weeks: values['rule.weeks'], weekdays: values['rule.weekdays'], ...clock }
    : { every: 'month', nth: values['rule.nth'], weekday: values['rule.weekday'], ...clock }
}

const SHOWN = [
  'title',
  'summary',
  'body',
  'severity_tid',
  'clouds',
  'services',
  'data_centers',
  'remind_before_minutes',
  'starts_by_itself',
  'ends_by_itself',
] as const satisfies readonly (keyof SeriesContentSchema)[]
type ShownContent = Pick<SeriesContentSchema, (typeof SHOWN)[number]>

function pick(content: SeriesContentSchema): ShownContent {
  return Object.fromEntries(SHOWN.map((field) => [field, content[field]])) as unknown as ShownContent
}

function contentOf(values: SeriesValues): ShownContent {
  return Object.fromEntries(
    SHOWN.map((field) => [field, values[`content.${field}`]]),
  ) as unknown as ShownContent
}

function named(name: string, fields: object) {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value]))
}

function emptySeriesContent(): SeriesContentSchema {
  const {
    kind: _kind,
    notification_type: _type,
    status_id: _status,
    from_time: _from,
    to_time: _to,
    actual_from_time: _actualFrom,
    actual_to_time: _actualTo,
    closed_on: _closed,
    next_update: _next,
    ...content
  } = emptyContent({ kind: 'maintenance' })
  return content
}
