import type {
  RecordTemplateContent,
  Template,
  TemplatePurpose,
  UpdateTemplateContent,
} from '../../contract/admin/templates.ts'
import type { CallInput } from '../../contract/calls.ts'
import type { NotificationType } from '../../domain/notification-type.ts'
import {
  POST_MORTEM_TEMPLATE,
  type PostMortemContent,
  type PostMortemPart,
} from '../../domain/post-mortem.ts'
import type { RecordKind } from '../../domain/record.ts'

/** For all purposes; null means left to the user of the template. */
export interface TemplateValues extends Record<PostMortemPart, string> {
  name: string
  title: string
  summary: string
  body: string
  status_id: number | null
  severity_tid: number | null
  customer_impact: string
  available_workaround: string
  clouds: number[]
  services: number[]
  data_centers: number[]
  next_update_minutes: number | null
  /** Of a post-mortem, one per line. */
  actions: string
}

export interface TemplateSort {
  purpose: TemplatePurpose
  kind: RecordKind
  notificationType: NotificationType | null
}

export const EMPTY_TEMPLATE: TemplateValues = {
  name: '',
  title: '',
  summary: '',
  body: '',
  status_id: null,
  severity_tid: null,
  customer_impact: '',
  available_workaround: '',
  clouds: [],
  services: [],
  data_centers: [],
  next_update_minutes: null,
  what_happened: '',
  impact: '',
  why: '',
  what_we_do: '',
  actions: '',
}

export function templateValues(template: Template): TemplateValues {
  const { name } = template
  if (template.purpose === 'update') {
    const { body, status_id = null, severity_tid = null, next_update_minutes = null } = template.content
    return { ...EMPTY_TEMPLATE, name, body, status_id, severity_tid, next_update_minutes }
  }
  if (template.purpose === 'post_mortem')
    return { ...EMPTY_TEMPLATE, name, ...postMortemValues(template.content) }
  const { content } = template
  return {
    ...EMPTY_TEMPLATE,
    name,
    title: content.title ?? '',
    summary: content.summary ?? '',
    body: content.body ?? '',
    status_id: content.status_id ?? null,
    severity_tid: content.severity_tid ?? null,
    customer_impact: content.customer_impact ?? '',
    available_workaround: content.available_workaround ?? '',
    clouds: content.clouds ?? [],
    services: content.services ?? [],
    data_centers: content.data_centers ?? [],
  }
}

export function newTemplateValues({ purpose }: Pick<TemplateSort, 'purpose'>): TemplateValues {
  return purpose === 'post_mortem'
    ? { ...EMPTY_TEMPLATE, ...postMortemValues(POST_MORTEM_TEMPLATE) }
    : EMPTY_TEMPLATE
}

function postMortemValues({ actions, ...parts }: PostMortemContent) {
  return { ...parts, actions: actions.map(({ words }) => words).join('\n') }
}

type Written = Pick<CallInput<'POST /api/admin/templates'>, 'name' | 'record' | 'update' | 'post_mortem'>

/** Fields that aren't in the form are unchanged; empty ones are left to the user of the template. */
export function writtenTemplate(
  values: TemplateValues,
  { purpose, notificationType }: TemplateSort,
  before: RecordTemplateContent = {},
): Written {
  const { name, body, status_id, severity_tid, next_update_minutes } = values
  const status = {
    ...(status_id !== null && { status_id }),
    ...(severity_tid !== null && { severity_tid }),
  }
  if (purpose === 'update') {
    const update: UpdateTemplateContent = {
      body,
      ...status,
      ...(next_update_minutes !== null && { next_update_minutes }),
    }
    return { name, update }
  }
  if (purpose === 'post_mortem') {
    const { what_happened, impact, why, what_we_do } = values
    const actions = values.actions
      .split('\n')
      .filter((words) => words.trim() !== '')
      .map((words) => ({ words: words.trim(), state: 'planned' as const, due_on: null, done_on: null }))
    return { name, post_mortem: { what_happened, impact, why, what_we_do, actions } }
  }
  const { title, summary, customer_impact, available_workaround, clouds, services, data_centers } = values
  const places = Object.entries({ clouds, services, data_centers }).filter(([, chosen]) => chosen.length > 0)
  const { status_id: _status, severity_tid: _severity, ...others } = before
  const said = Object.entries({ title, summary, body, customer_impact, available_workaround })
  const kept = Object.fromEntries(Object.entries(others).filter(([field]) => !isSaidHere(field)))
  const record: RecordTemplateContent = {
    ...kept,
    ...Object.fromEntries(said.filter(([, words]) => words !== '')),
    ...Object.fromEntries(places),
    ...status,
    ...(notificationType !== null && { notification_type: notificationType }),
  }
  return { name, record }
}

function isSaidHere(field: string) {
  return Object.hasOwn(EMPTY_TEMPLATE, field)
}
