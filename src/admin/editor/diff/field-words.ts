import type { Choices } from '../../../contract/admin/choices.ts'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { factsOf, PRODUCT_STATUS_WORDS, REMEDIATION_WORDS } from '../../../domain/csaf/advisory-facts.ts'
import { formatTime } from '../../../domain/format-time.ts'
import { type ContentField, TIME_FIELDS, valueOfField } from '../../../domain/newsroom/record-content.ts'
import { placeStateWords } from '../../../domain/place-states.ts'
import {
  fieldNames,
  INTERNAL_FIELDS,
  type InternalFieldName,
  RECORD_FIELDS,
} from '../../../domain/record-fields.ts'
import { KIND_WORDS, NOTIFICATION_TYPE_WORDS } from '../../parts/record-words.ts'
import { reminderWords } from '../sections/reminder-words.ts'

export const FIELD_NAMES = {
  ...labelsOf(RECORD_FIELDS),
  'advisory.product_status': 'Clouds and services are',
  'advisory.remediations': 'Remedies',
  'advisory.references': 'References',
  ...labelsOfInternal(),
} satisfies Record<ContentField, string>

function labelsOf<Name extends string>(fields: Record<Name, { label: string }>): Record<Name, string> {
  const labels = fieldNames(fields).map((name) => [name, fields[name].label])
  return Object.fromEntries(labels) as Record<Name, string>
}

function labelsOfInternal() {
  const labels = fieldNames(INTERNAL_FIELDS).map((name) => {
    const { label, isLink } = INTERNAL_FIELDS[name]
    return [`internal.${name}`, isLink ? `${label} link (internal)` : label]
  })
  return Object.fromEntries(labels) as Record<`internal.${InternalFieldName}`, string>
}

export function fieldWords(
  content: RecordContent,
  field: ContentField,
  { choices, zone }: { choices: Choices; zone: string },
): string {
  const value = valueOfField(content, field)
  if (value === null || value === '') return ''
  if (TIME_FIELDS.some((name) => name === field)) return formatTime(new Date(String(value)), zone)
  switch (field) {
    case 'kind':
      return KIND_WORDS[content.kind].one
    case 'notification_type':
      return content.notification_type === null ? '' : NOTIFICATION_TYPE_WORDS[content.notification_type].one
    case 'status_id':
      return choices.statuses.find(({ id }) => id === value)?.name ?? String(value)
    case 'severity_tid':
      return choices.severities.find(({ tid }) => tid === value)?.name ?? String(value)
    case 'clouds':
      return listed(
        content.clouds,
        choices.clouds.map(({ id, domain }) => ({ tid: id, name: domain })),
      )
    case 'services':
      return listed(
        content.services,
        choices.service_categories.flatMap(({ services }) => services),
      )
    case 'data_centers':
      return listed(
        content.data_centers,
        choices.regions.flatMap(({ data_centers }) => data_centers),
      )
    case 'place_states': {
      const severities = new Map(choices.severities.map(({ tid, name }) => [tid, name]))
      return (content.place_states ?? [])
        .map(({ place, tid, severity_tid }) => {
          const name = fieldWords(
            { ...content, services: [tid], data_centers: [tid] },
            place === 'service' ? 'services' : 'data_centers',
            { choices, zone },
          )
          return `${name}: ${placeStateWords(content.kind, severity_tid, severities.get(severity_tid) ?? '')}`
        })
        .join(', ')
    }
    case 'terms':
      return listed(content.terms, choices.terms)
    case 'embargo':
      return (
        listed(
          content.embargo ?? [],
          choices.staff.map(({ uid, name }) => ({ tid: uid, name })),
        ) || 'Administrators only'
      )
    case 'starts_by_itself':
    case 'ends_by_itself':
      return value === true ? 'Yes' : 'No'
    case 'remind_before_minutes':
      return content.remind_before_minutes.map(reminderWords).join(', ')
    case 'cvss_score':
      return Number(value).toFixed(1)
    case 'advisory.product_status':
      return PRODUCT_STATUS_WORDS[value as keyof typeof PRODUCT_STATUS_WORDS]
    case 'advisory.remediations':
      return factsOf(content.advisory)
        .remediations.map(({ category, details, url }) =>
          [`${REMEDIATION_WORDS[category]}: ${details}`, ...(url === null ? [] : [url])].join(' '),
        )
        .join('; ')
    case 'advisory.references':
      return factsOf(content.advisory)
        .references.map(({ summary, url }) => `${summary} ${url}`)
        .join('; ')
    default:
      return Array.isArray(value) ? value.join(', ') : String(value)
  }
}

function listed(tids: readonly number[], things: readonly { tid: number; name: string }[]): string {
  const names = new Map(things.map(({ tid, name }) => [tid, name]))
  return tids
    .map((tid) => names.get(tid) ?? `No. ${tid}`)
    .sort((a, b) => a.localeCompare(b))
    .join(', ')
}
