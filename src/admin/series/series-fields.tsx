import type { Choices } from '../../contract/admin/choices.ts'
import { UTC } from '../../domain/format-time.ts'
import { choosableZones, zoneGroups } from '../../ui/times/zone-groups.ts'
import { placeFields } from '../editor/pickers/places-fields.tsx'
import { InputField } from '../parts/text-fields.tsx'
import type { FieldSpec, Option } from '../site/form/field-spec.ts'
import { NTH_WORDS, WEEKDAYS } from './rule-words.ts'
import type { SeriesValues } from './series-values.ts'

type Fields = FieldSpec<SeriesValues>[]

export interface FieldGroup {
  title: string
  fields: Fields
}

export function seriesFields(values: SeriesValues, choices: Choices): FieldGroup[] {
  return [
    {
      title: 'When',
      fields: [
        {
          name: 'title',
          kind: 'text',
          label: 'Name of the series',
          hint: 'For colleagues. Readers see the title further down.',
          maxLength: 200,
        },
        ...fieldsOfRule(values['rule.time_zone']),
      ],
    },
    { title: 'What readers see', fields: fieldsOfContent(values, choices) },
    { title: 'What happens automatically', fields: fieldsOfNotifying() },
  ]
}

const DAYS: readonly Option[] = WEEKDAYS.map((words, index) => ({ value: index + 1, words }))
const isWeekly = (values: SeriesValues) => values['rule.every'] === 'weeks'
const isMonthly = (values: SeriesValues) => values['rule.every'] === 'month'

function fieldsOfRule(zone: string): Fields {
  return [
    {
      name: 'rule.every',
      kind: 'choice',
      label: 'Repeats',
      isHalf: true,
      options: [
        { value: 'weeks', words: 'On days of the week' },
        { value: 'month', words: 'Once a month' },
      ],
    },
    { name: 'rule.weeks', kind: 'number', label: 'Every … weeks', isHalf: true, isAsked: isWeekly },
    { name: 'rule.weekdays', kind: 'checks', label: 'On', options: DAYS, isAsked: isWeekly },
    {
      name: 'rule.nth',
      kind: 'choice',
      label: 'Week of the month',
      isHalf: true,
      isAsked: isMonthly,
      options: NTH_WORDS.map(({ value, words }) => ({ value, words: `The ${words}` })),
    },
    { name: 'rule.weekday', kind: 'choice', label: 'Day', isHalf: true, isAsked: isMonthly, options: DAYS },
    {
      name: 'rule.time',
      kind: 'own',
      label: 'Starts at',
      isHalf: true,
      words: (of) => of['rule.time'],
      render: ({ values, set, error }) => (
        <InputField
          label="Starts at"
          type="time"
          value={values['rule.time']}
          error={error}
          onChange={(time) => set('rule.time', time)}
        />
      ),
    },
    {
      name: 'rule.minutes',
      kind: 'number',
      label: 'Duration in minutes',
      isHalf: true,
    },
    {
      name: 'rule.time_zone',
      kind: 'choice',
      label: 'Time zone',
      hint: 'The window follows daylight saving time in this zone.',
      options: zoneOptions(zone),
    },
    { name: 'rule.from_day', kind: 'day', label: 'From', isHalf: true },
    {
      name: 'rule.until_day',
      kind: 'day',
      label: 'Until',
      hint: 'Leave empty for no end.',
      isHalf: true,
      isOptional: true,
    },
  ]
}

let zones: Option[] | undefined

/** Cached, because computing the UTC offsets of four hundred zones is slow. */
function zoneOptions(wanted: string): Option[] {
  zones ??= [
    { value: UTC, words: UTC },
    ...zoneGroups(choosableZones([wanted]), new Date()).flatMap((group) =>
      group.zones.map(({ name, words }) => ({ value: name, words, group: group.region })),
    ),
  ]
  const isListed = zones.some(({ value }) => value === wanted)
  return isListed ? zones : [...zones, { value: wanted, words: wanted }]
}

function fieldsOfNotifying(): Fields {
  return [
    {
      name: 'days_ahead',
      kind: 'number',
      label: 'Days published in advance',
      isHalf: true,
    },
    { name: 'notifies', kind: 'check', label: 'Notify subscribers when a window is published' },
    {
      name: 'content.remind_before_minutes',
      kind: 'checks',
      label: 'Remind subscribers before a window starts',
      options: [
        { value: 60, words: '1 hour before' },
        { value: 24 * 60, words: '1 day before' },
        { value: 3 * 24 * 60, words: '3 days before' },
      ],
    },
    { name: 'content.starts_by_itself', kind: 'check', label: 'Starts automatically, on time' },
    { name: 'content.ends_by_itself', kind: 'check', label: 'Completes automatically, on time' },
  ]
}

function fieldsOfContent(values: SeriesValues, choices: Choices): Fields {
  const { severities } = choices
  return [
    { name: 'content.title', kind: 'text', label: 'Title', maxLength: 300 },
    { name: 'content.summary', kind: 'area', label: 'Summary', maxLength: 2000 },
    { name: 'content.body', kind: 'rich', label: 'Body' },
    {
      name: 'content.severity_tid',
      kind: 'choice',
      label: 'Severity',
      isHalf: true,
      options: severities
        .filter(({ tid, is_retired }) => !is_retired || tid === values['content.severity_tid'])
        .map(({ tid, name }) => ({ value: tid, words: name })),
    },
    ...placeFields(choices, values, {
      names: { clouds: 'content.clouds', services: 'content.services', centers: 'content.data_centers' },
      none: { services: 'None chosen: it affects the whole cloud.', centers: 'None chosen.' },
    }),
  ]
}
