import { type Static, Type } from 'typebox'
import { RECORD_BYTES_AT_MOST } from '../../domain/record-fields.ts'
import { call, Done } from '../call.ts'
import { Moment, RecordId } from '../common.ts'
import { POST_TYPES } from '../records.ts'
import { PostMortemContent } from './post-mortems.ts'
import { NumberOfThing, RecordContent } from './record-content.ts'

const TAG = 'Staff: templates'

export const TEMPLATE_PURPOSES = ['record', 'update', 'post_mortem'] as const
export type TemplatePurpose = (typeof TEMPLATE_PURPOSES)[number]

const { kind: _kind, ...fieldsOfRecord } = RecordContent.properties

/** Initial content of a record: its fields replace those of an empty record. {{name}} is a placeholder. */
export const RecordTemplateContent = Type.Partial(Type.Object(fieldsOfRecord))
export type RecordTemplateContent = Static<typeof RecordTemplateContent>

export const UpdateTemplateContent = Type.Object({
  body: Type.String({
    maxLength: RECORD_BYTES_AT_MOST,
    description: 'HTML with placeholders such as {{name}}; unsafe parts are removed',
  }),
  status_id: Type.Optional(NumberOfThing),
  severity_tid: Type.Optional(NumberOfThing),
  next_update_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 * 24 * 7 })),
})
export type UpdateTemplateContent = Static<typeof UpdateTemplateContent>

const TemplateName = Type.String({ minLength: 1, maxLength: 120 })
const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'of the template that the change is based on',
})
const OneTemplate = Type.Object({ id: RecordId })
const Common = {
  id: Type.Integer(),
  name: Type.String(),
  kind: Type.Enum(POST_TYPES),
  position: Type.Integer(),
  version: Type.Integer(),
  updated_at: Moment,
  /** Placeholders that staff must fill in, because they have no automatic value. */
  asks_for: Type.Array(Type.String()),
  can_edit: Type.Boolean(),
}

export const Template = Type.Union([
  Type.Object({ ...Common, purpose: Type.Literal('record'), content: RecordTemplateContent }),
  Type.Object({ ...Common, purpose: Type.Literal('update'), content: UpdateTemplateContent }),
  Type.Object({ ...Common, purpose: Type.Literal('post_mortem'), content: PostMortemContent }),
])
export type Template = Static<typeof Template>

/** Exactly one of them, matching the purpose. */
const Written = {
  name: TemplateName,
  record: Type.Optional(RecordTemplateContent),
  update: Type.Optional(UpdateTemplateContent),
  post_mortem: Type.Optional(PostMortemContent),
}
const bodyLimit = 2 * RECORD_BYTES_AT_MOST
const AboutTemplate = Type.Object({ data: Template })

export const templateCalls = {
  'GET /api/admin/templates': call({
    summary: 'Templates for records, updates and post-mortems, in order',
    tag: TAG,
    access: 'edit-records',
    query: Type.Object({
      kind: Type.Optional(Type.Enum(POST_TYPES)),
      purpose: Type.Optional(Type.Enum(TEMPLATE_PURPOSES)),
    }),
    answer: Type.Object({ data: Type.Array(Template) }),
  }),
  'POST /api/admin/templates': call({
    summary: 'Save a template for records (`record`), updates (`update`) or post-mortems (`post_mortem`)',
    tag: TAG,
    access: 'edit-records',
    body: Type.Object({ kind: Type.Enum(POST_TYPES), ...Written }),
    bodyLimit,
    answer: AboutTemplate,
  }),
  'POST /api/admin/templates/:id': call({
    summary: 'Change a template; its kind and purpose can’t change. 409: someone else has saved since',
    tag: TAG,
    access: 'edit-records',
    params: OneTemplate,
    body: Type.Object({ version: Version, ...Written }),
    bodyLimit,
    answer: AboutTemplate,
  }),
  'POST /api/admin/templates/:id/remove': call({
    summary: 'Remove a template; records started with it stay',
    tag: TAG,
    access: 'edit-records',
    params: OneTemplate,
    body: Type.Object({ version: Version }),
    answer: Done,
  }),
  'POST /api/admin/templates/order': call({
    summary: 'Reorder templates: those named come first, in this order',
    tag: TAG,
    access: 'edit-records',
    body: Type.Object({ ids: Type.Array(RecordId, { minItems: 1, maxItems: 500, uniqueItems: true }) }),
    answer: Type.Object({ data: Type.Array(Template) }),
  }),
}
