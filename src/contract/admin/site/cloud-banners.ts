import { type Static, Type } from 'typebox'
import { NumberOfRow, OfRow, Words } from './fields.ts'
import { nounCalls } from './noun-calls.ts'

/** The ID is that of the cloud. */
const values = Type.Object({ cloud_id: NumberOfRow, title: Words(200), description: Words(2000) })
export type CloudBannerValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...values.properties })
export type CloudBannerRow = Static<typeof row>

export const cloudBannerCalls = nounCalls('cloud-banners', {
  one: 'heading of a cloud',
  many: 'headings of clouds',
  access: 'edit-site',
  values,
  row,
})
