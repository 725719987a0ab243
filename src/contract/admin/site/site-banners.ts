import { type Static, Type } from 'typebox'
import { GRAVITIES } from '../../../domain/banners/banner.ts'
import { OptionalMoment } from '../../common.ts'
import { OfCloud, OfRow, OptionalWords, Words } from './fields.ts'
import { nounCalls } from './noun-calls.ts'

const values = Type.Object({
  cloud_id: OfCloud,
  gravity: Type.Enum(GRAVITIES),
  text: Words(500),
  link_url: OptionalWords(2000),
  link_text: OptionalWords(100),
  /** Null: immediately. */
  starts_at: OptionalMoment,
  /** Null: until staff remove it. */
  ends_at: OptionalMoment,
})
export type SiteBannerValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...values.properties })
export type SiteBannerRow = Static<typeof row>

export const siteBannerCalls = nounCalls('banners', {
  one: 'banner',
  many: 'banners across the pages, newest first',
  access: 'edit-site',
  values,
  row,
})
