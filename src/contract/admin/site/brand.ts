import { type Static, Type } from 'typebox'
import { call } from '../../call.ts'
import { Moment, OptionalMoment } from '../../common.ts'
import { Words } from './fields.ts'

const TAG = 'Staff: site'

const BrandValues = Type.Object({
  name: Words(100),
  logo_light: Words(200),
  logo_dark: Words(200),
  shows_name: Type.Boolean({ description: 'the name beside the logo, for a logo that is only a symbol' }),
  icons: Type.Array(Words(200), {
    maxItems: 6,
    description: 'the favicon in its sizes, as returned by the upload',
  }),
  accent_light: Words(7),
  accent_dark: Type.String({ maxLength: 7, description: 'empty: derived from the light one' }),
  footer_text: Words(500),
  legal_links: Type.Array(Type.Object({ label: Words(60), url: Words(2000) }), { maxItems: 8 }),
  sender_name: Words(100),
  sender_address: Words(254),
  reply_to: Words(254),
})

const Version = Type.Integer({ minimum: 0, description: 'of the draft; 0: there never was one' })
const Live = Type.Object(
  {
    number: Type.Integer({ minimum: 0 }),
    name: Words(100),
  },
  { description: 'the live brand that the change is based on' },
)
const By = Type.Union([Type.String(), Type.Null()])

const BrandDesk = Type.Object({
  live: Type.Object({
    number: Type.Integer({ description: '0: the standard look' }),
    values: BrandValues,
    published_at: OptionalMoment,
    published_by: By,
  }),
  draft: Type.Object({
    version: Version,
    values: Type.Union([BrandValues, Type.Null()], { description: 'null: there is no draft' }),
    saved_at: OptionalMoment,
    saved_by: By,
    changes: Type.Array(Type.String(), { description: 'what publishing it would change, in words' }),
  }),
  earlier: Type.Array(
    Type.Object({
      number: Type.Integer(),
      published_at: Moment,
      published_by: By,
      changes: Type.Array(Type.String(), { description: 'what restoring it would change' }),
    }),
  ),
  /** What the operator configured. */
  mail_from: Type.Object({ name: Type.Union([Type.String(), Type.Null()]), address: Type.String() }),
})
export type BrandDesk = Static<typeof BrandDesk>

export const BRAND_VIEWS = ['home', 'status', 'post', 'mail'] as const
export const BRAND_THEMES = ['light', 'dark'] as const

const answer = Type.Object({ data: BrandDesk })

export const brandCalls = {
  'GET /api/admin/site/brand': call({
    summary: 'How the site looks: the live brand, the draft, and earlier brands',
    tag: TAG,
    access: 'edit-site',
    answer,
  }),
  'POST /api/admin/site/brand/draft': call({
    summary:
      'Save the draft of the brand. 409: someone else has saved since; 422: for example, an unreadable color',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object({ version: Version, values: BrandValues }),
    answer,
  }),
  'POST /api/admin/site/brand/discard': call({
    summary: 'Discard the draft of the brand. 409: someone else has saved since',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object({ version: Version }),
    answer,
  }),
  'POST /api/admin/site/brand/publish': call({
    summary: 'Publish the draft of the brand. 409: the draft or the live brand changed since',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object({ version: Version, live: Live }),
    answer,
  }),
  'POST /api/admin/site/brand/restore': call({
    summary: 'Publish an earlier brand again. 409: the live brand changed since',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object({ number: Type.Integer({ minimum: 1 }), live: Live }),
    answer,
  }),
  'POST /api/admin/site/brand/preview': call({
    summary: 'Preview this brand on a page or in a mail. The answer is a document. Nothing is saved',
    tag: TAG,
    access: 'edit-site',
    cost: 'query',
    body: Type.Object({
      values: BrandValues,
      view: Type.Enum(BRAND_VIEWS),
      theme: Type.Enum(BRAND_THEMES),
    }),
    answer: Type.Object({ data: Type.Object({ html: Type.String() }) }),
  }),
}
