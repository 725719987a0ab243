import type { CallAnswer, CallInput, CallName } from '../../../contract/calls.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import type { Refusal } from '../../../ui/forms/posted.ts'

export type NounPath = CallName extends infer Name
  ? Name extends `POST /api/admin/site/${infer Path}/:id/remove`
    ? Path
    : never
  : never

export type RowOf<P extends NounPath> = CallAnswer<`GET /api/admin/site/${P}`>['data'][number]
export type ValuesOf<P extends NounPath> = CallInput<`POST /api/admin/site/${P}`>['values']
export type RemovalOf<P extends NounPath> = CallAnswer<`POST /api/admin/site/${P}/:id/remove`>['data']
export type InUse = Extract<RemovalOf<'clouds'>, { kind: 'in-use' }>

type Result<T> = { kind: 'done'; data: T } | ({ kind: 'refused'; status: number } & Refusal)

interface OfVersion {
  id: number
  version: number
}

export async function listRows<P extends NounPath>(path: P): Promise<Result<RowOf<P>[]>> {
  return ask(`GET /api/admin/site/${path}`, {})
}

export async function createRow<P extends NounPath>(
  path: P,
  values: ValuesOf<P>,
  /** Undoes a removal: restores id and position, and that it was retired. */
  again?: { id: number; position?: number; is_retired?: boolean },
): Promise<Result<RowOf<P>>> {
  return ask(`POST /api/admin/site/${path}`, { values, ...(again !== undefined && { again }) })
}

export async function saveRow<P extends NounPath>(
  path: P,
  { id, version }: OfVersion,
  values: ValuesOf<P>,
): Promise<Result<RowOf<P>>> {
  return ask(`POST /api/admin/site/${path}/:id`, { id, version, values })
}

export async function removeRow<P extends NounPath>(
  path: P,
  { id, version }: OfVersion,
): Promise<Result<RemovalOf<P>>> {
  return ask(`POST /api/admin/site/${path}/:id/remove`, { id, version })
}

/** Only for kinds that can be retired; the server has no such call for the others. */
export async function retireRow<P extends NounPath>(
  path: P,
  { id, version }: OfVersion,
): Promise<Result<RowOf<P>>> {
  return ask(`POST /api/admin/site/${path}/:id/retire`, { id, version })
}

export async function restoreRow<P extends NounPath>(
  path: P,
  { id, version }: OfVersion,
): Promise<Result<RowOf<P>>> {
  return ask(`POST /api/admin/site/${path}/:id/restore`, { id, version })
}

export async function orderRows(path: NounPath, ids: readonly number[]): Promise<Refusal | undefined> {
  const ordered = await ask<null>(`POST /api/admin/site/${path}/order`, { ids })
  return ordered.kind === 'refused' ? ordered : undefined
}

/** Call names are built from strings, so the types are asserted here, once. */
async function ask<T>(name: string, input: object): Promise<Result<T>> {
  const called = await callAccount(name as CallName, input as never)
  if (called.kind === 'done') return { kind: 'done', data: (called.answer as { data: T } | null)?.data as T }
  return { ...called, errors: withoutPrefix(called.errors) }
}

/** Maps an error of `values.title` to the field `title`. */
function withoutPrefix(errors: Refusal['errors']): Refusal['errors'] {
  return Object.fromEntries(
    Object.entries(errors).map(([field, words]) => [field.replace(/^values[./]/, ''), words]),
  )
}
