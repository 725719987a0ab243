import { type TObject, Type } from 'typebox'
import type { Access } from '../../../domain/access.ts'
import { call, Done } from '../../call.ts'
import { NumberOfRow, Version } from './fields.ts'
import { Removal } from './removal.ts'

const TAG = 'Staff: site'
const OneRow = Type.Object({ id: NumberOfRow })
const Place = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const OfVersion = Type.Object({ version: Version })
/** Enough for a page of text with a few pictures. */
const bodyLimit = 2 * 1024 * 1024

interface Addresses<Path extends string> {
  list: `GET /api/admin/site/${Path}`
  create: `POST /api/admin/site/${Path}`
  save: `POST /api/admin/site/${Path}/:id`
  remove: `POST /api/admin/site/${Path}/:id/remove`
  retire: `POST /api/admin/site/${Path}/:id/retire`
  restore: `POST /api/admin/site/${Path}/:id/restore`
  order: `POST /api/admin/site/${Path}/order`
}
type Verb = keyof Addresses<string>
type Addressed<Path extends string, Calls> = {
  [V in keyof Calls & Verb as Addresses<Path>[V]]: Calls[V]
}

export interface Noun<Values extends TObject, Row extends TObject, Rule extends Access> {
  one: string
  many: string
  access: Rule
  values: Values
  /** The fields that staff read, including ID and version. */
  row: Row
}

export function nounCalls<
  Path extends string,
  Values extends TObject,
  Row extends TObject,
  const Rule extends Access,
>(path: Path, { one, many, access, values, row }: Noun<Values, Row, Rule>) {
  const Answer = Type.Object({ data: row })
  return addressed(path, {
    list: call({
      summary: `All ${many} in order, including retired ones`,
      tag: TAG,
      access,
      answer: Type.Object({ data: Type.Array(row) }),
    }),
    create: call({
      summary: `Add a ${one}, at the end`,
      tag: TAG,
      access,
      body: Type.Object({
        values,
        /** To undo a removal: the previous ID and position, and whether it was retired. */
        again: Type.Optional(
          Type.Object({
            id: NumberOfRow,
            position: Type.Optional(Place),
            is_retired: Type.Optional(Type.Boolean()),
          }),
        ),
      }),
      bodyLimit,
      answer: Answer,
    }),
    save: call({
      summary: `Change a ${one}. 409: someone else has saved since`,
      tag: TAG,
      access,
      params: OneRow,
      body: Type.Object({ version: Version, values }),
      bodyLimit,
      answer: Answer,
    }),
    remove: call({
      summary: `Remove a ${one} if nothing uses it; otherwise the answer says what does`,
      tag: TAG,
      access,
      params: OneRow,
      body: OfVersion,
      answer: Type.Object({ data: Removal(row) }),
    }),
  })
}

/** For objects that old content still uses but that are no longer offered. */
export function retireCalls<
  Path extends string,
  Values extends TObject,
  Row extends TObject,
  const Rule extends Access,
>(path: Path, { one, access, row }: Noun<Values, Row, Rule>) {
  const Answer = Type.Object({ data: row })
  return addressed(path, {
    retire: call({
      summary: `Retire a ${one}: it stays where it is used but is no longer offered`,
      tag: TAG,
      access,
      params: OneRow,
      body: OfVersion,
      answer: Answer,
    }),
    restore: call({
      summary: `Offer a retired ${one} again`,
      tag: TAG,
      access,
      params: OneRow,
      body: OfVersion,
      answer: Answer,
    }),
  })
}

export function orderCall<
  Path extends string,
  Values extends TObject,
  Row extends TObject,
  const Rule extends Access,
>(path: Path, { many, access }: Noun<Values, Row, Rule>, within?: string) {
  const those = within === undefined ? many : `${many} of one ${within}`
  return addressed(path, {
    order: call({
      summary: `Reorder ${those}: all of them, including retired ones. 409: the set has changed`,
      tag: TAG,
      access,
      body: Type.Object({ ids: Type.Array(NumberOfRow, { minItems: 1, maxItems: 5000, uniqueItems: true }) }),
      answer: Done,
    }),
  })
}

function addressed<Path extends string, Calls extends Partial<Record<Verb, unknown>>>(
  path: Path,
  calls: Calls,
) {
  const base = `/api/admin/site/${path}`
  const addresses: Record<Verb, string> = {
    list: `GET ${base}`,
    create: `POST ${base}`,
    save: `POST ${base}/:id`,
    remove: `POST ${base}/:id/remove`,
    retire: `POST ${base}/:id/retire`,
    restore: `POST ${base}/:id/restore`,
    order: `POST ${base}/order`,
  }
  const entries = Object.entries(calls).map(([verb, call]) => [addresses[verb as Verb], call])
  return Object.fromEntries(entries) as Addressed<Path, Calls>
}
