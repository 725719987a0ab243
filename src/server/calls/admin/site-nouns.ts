import type { FastifyRequest } from 'fastify'
import type { SignedInViewer } from '../../../accounts/viewer.ts'
import type { CallAnswer, CallInput, CallName } from '../../../contract/calls.ts'
import { can } from '../../../domain/access.ts'
import type { Editor } from '../../../publishing/site/editor.ts'
import type { SiteNoun, SiteRow } from '../../../publishing/site/site-noun.ts'
import { createThing } from '../../../publishing/site/verbs/create-thing.ts'
import { listThings } from '../../../publishing/site/verbs/list-things.ts'
import { orderThings } from '../../../publishing/site/verbs/order-things.ts'
import type { SiteRefusal } from '../../../publishing/site/verbs/outcomes.ts'
import { removeThing } from '../../../publishing/site/verbs/remove-thing.ts'
import { retireThing } from '../../../publishing/site/verbs/retire-thing.ts'
import { saveThing } from '../../../publishing/site/verbs/save-thing.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'

type Base<Path extends string> = `/api/admin/site/${Path}`
type UsualCall<Path extends string> =
  | `GET ${Base<Path>}`
  | `POST ${Base<Path>}`
  | `POST ${Base<Path>}/:id`
  | `POST ${Base<Path>}/:id/remove`
type RetireCall<Path extends string> = `POST ${Base<Path>}/:id/retire` | `POST ${Base<Path>}/:id/restore`
type OrderCall<Path extends string> = `POST ${Base<Path>}/order`

type PathWith<Suffix extends string> = {
  [Name in CallName]: Name extends `POST /api/admin/site/${infer Path}/${Suffix}` ? Path : never
}[CallName]
type NounPath = PathWith<':id/remove'> & PathWith<':id'>

type RowOf<Path extends NounPath> =
  CallAnswer<`GET ${Base<Path>}` & CallName> extends { data: (infer Row)[] } ? Row : never
type ValuesOf<Path extends NounPath> =
  CallInput<`POST ${Base<Path>}` & CallName> extends {
    values: infer Values
  }
    ? Values
    : never

interface NounInput<Values> {
  id: number
  version: number
  values: Values
  again?: { id: number; position?: number }
  ids: number[]
}
type NounAsked<Values> = Pick<Asked<'GET /api/admin/site/clouds'>, 'context' | 'viewer' | 'request'> & {
  input: NounInput<Values>
}

export function nounHandlers<Path extends NounPath>(
  path: Path,
  noun: SiteNoun<ValuesOf<Path>, RowOf<Path> & SiteRow & ValuesOf<Path>>,
) {
  type Call = NounAsked<ValuesOf<Path>>
  const base: Base<Path> = `/api/admin/site/${path}`
  const handlers = {
    [`GET ${base}`]: async ({ context }: Call) => ({ data: await listThings(context.newsroom, noun) }),

    [`POST ${base}`]: async ({ context, input, ...asked }: Call) => {
      const { values, again } = input
      const by = { editor: editorOf(asked), now: context.clock() }
      const outcome = await createThing(context.newsroom, noun, { values, again, ...by })
      return outcome.kind === 'saved' ? { data: outcome.row } : throwSiteFault(outcome)
    },

    [`POST ${base}/:id`]: async ({ context, input, ...asked }: Call) => {
      const { id, version, values } = input
      const by = { editor: editorOf(asked), now: context.clock() }
      const outcome = await saveThing(context.newsroom, noun, { id, version, values, ...by })
      return outcome.kind === 'saved' ? { data: outcome.row } : throwSiteFault(outcome)
    },

    [`POST ${base}/:id/remove`]: async ({ context, input, ...asked }: Call) => {
      const { id, version } = input
      const by = { editor: editorOf(asked), now: context.clock() }
      const outcome = await removeThing(context.newsroom, noun, { id, version, ...by })
      switch (outcome.kind) {
        case 'removed':
        case 'in-use':
        case 'needed':
          return { data: outcome }
        default:
          return throwSiteFault(outcome)
      }
    },
  }
  return handlers as unknown as Handlers<UsualCall<Path> & CallName>
}

export function retireHandlers<Path extends NounPath & PathWith<':id/retire'>>(
  path: Path,
  noun: SiteNoun<ValuesOf<Path>, RowOf<Path> & SiteRow & ValuesOf<Path>>,
) {
  const answering =
    (action: 'retire' | 'restore') =>
    async ({ context, input, ...asked }: NounAsked<ValuesOf<Path>>) => {
      const { id, version } = input
      const by = { editor: editorOf(asked), now: context.clock() }
      const outcome = await retireThing(context.newsroom, noun, { action, id, version, ...by })
      return outcome.kind === 'saved' ? { data: outcome.row } : throwSiteFault(outcome)
    }
  const base: Base<Path> = `/api/admin/site/${path}`
  const handlers = {
    [`POST ${base}/:id/retire`]: answering('retire'),
    [`POST ${base}/:id/restore`]: answering('restore'),
  }
  return handlers as unknown as Handlers<RetireCall<Path> & CallName>
}

export function orderHandler<Path extends NounPath & PathWith<'order'>>(
  path: Path,
  noun: SiteNoun<ValuesOf<Path>, RowOf<Path> & SiteRow & ValuesOf<Path>>,
) {
  const handlers = {
    [`POST /api/admin/site/${path}/order`]: async ({
      context,
      input,
      ...asked
    }: NounAsked<ValuesOf<Path>>) => {
      const by = { editor: editorOf(asked), now: context.clock() }
      const outcome = await orderThings(context.newsroom, noun, { ids: input.ids, ...by })
      return outcome.kind === 'ordered' ? null : throwSiteFault(outcome)
    },
  }
  return handlers as unknown as Handlers<OrderCall<Path> & CallName>
}

export function throwSiteFault(outcome: SiteRefusal): never {
  switch (outcome.kind) {
    case 'not-found':
      throw new Fault('not-found', { message: 'This no longer exists.' })
    case 'not-allowed':
      throw new Fault('not-allowed', outcome.message === undefined ? {} : { message: outcome.message })
    case 'conflict':
      throw new Fault('conflict')
    case 'wrong':
      throw wrongFields(outcome.errors)
  }
}

export function editorOf({ viewer, request }: { viewer: SignedInViewer; request: FastifyRequest }): Editor {
  return {
    may: (capability) => can(viewer.roles, capability),
    as: (capability) => actorOf(viewer, { capability, request }),
    limit: viewer.limit,
  }
}
