import { type Static, Type } from 'typebox'
import { MESSAGE_LISTS } from '../../../domain/site-editing/list-message.ts'
import { Moment } from '../../common.ts'
import { Html, OfCloud, OfRow } from './fields.ts'
import { nounCalls } from './noun-calls.ts'

const values = Type.Object({
  list: Type.Enum([...MESSAGE_LISTS], { description: 'a kind of record, or a type of notification' }),
  cloud_id: OfCloud,
  /** Empty: no message here, even if there is one for all clouds. */
  body: Html,
})
export type ListMessageValues = Static<typeof values>

const row = Type.Object({ ...OfRow, updated_at: Moment, ...values.properties })
export type ListMessageRow = Static<typeof row>

/** Staff who may edit the records of a list may also write the message above it. Checked for each list. */
export const listMessageCalls = nounCalls('list-messages', {
  one: 'message above a list',
  many: 'messages above lists',
  access: 'see-admin-area',
  values,
  row,
})
