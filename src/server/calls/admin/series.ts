import type { seriesCalls } from '../../../contract/admin/series.ts'
import { mayEditAs } from '../../../domain/newsroom/may-edit.ts'
import { pauseSeries, removeSeries, resumeSeries } from '../../../publishing/series/pause-series.ts'
import { lookAhead, readAllSeries, readSeries } from '../../../publishing/series/read-series.ts'
import type { SeriesOutcome, SeriesRefusal } from '../../../publishing/series/series-outcome.ts'
import { createSeries, saveSeries } from '../../../publishing/series/write-series.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'
import { limitFault } from '../limit-fault.ts'

type SeriesCall = keyof typeof seriesCalls

export const seriesHandlers: Handlers<SeriesCall> = {
  'GET /api/admin/series': async ({ context, viewer }) => ({
    data: await readAllSeries(context.newsroom.db, readerOf(viewer)),
  }),

  'GET /api/admin/series/:id': async (asked) => about(asked, asked.input.id),

  'POST /api/admin/series': async (asked) =>
    answer(asked, await createSeries(asked.context.newsroom.db, asked.input, by(asked))),

  'POST /api/admin/series/windows': async ({ context, input }) => {
    const looked = lookAhead(input.rule, context.clock())
    if (looked.kind === 'wrong') throw wrongFields(looked.errors)
    return { data: looked.windows }
  },

  'POST /api/admin/series/:id': async (asked) =>
    answer(asked, await saveSeries(asked.context.newsroom.db, asked.input, by(asked))),

  'POST /api/admin/series/:id/pause': async (asked) =>
    answer(asked, await pauseSeries(asked.context.newsroom.db, { ...asked.input, ...by(asked) })),

  'POST /api/admin/series/:id/resume': async (asked) =>
    answer(asked, await resumeSeries(asked.context.newsroom.db, { ...asked.input, ...by(asked) })),

  'POST /api/admin/series/:id/remove': async (asked) => {
    const outcome = await removeSeries(asked.context.newsroom.db, { ...asked.input, ...by(asked) })
    if (outcome.kind !== 'done') throw await seriesFault(asked, outcome)
    return null
  },
}

type Who = Pick<Asked<SeriesCall>, 'context' | 'viewer' | 'request'>

function by({ context, viewer, request }: Who) {
  const actor = actorOf(viewer, { capability: 'edit-maintenance', request })
  return { actor, mayEdit: mayEditAs(viewer), now: context.clock() }
}

function readerOf(viewer: Who['viewer']) {
  return { mayEdit: mayEditAs(viewer), limit: viewer.limit }
}

async function answer(who: Who, outcome: SeriesOutcome) {
  if (outcome.kind !== 'done') throw await seriesFault(who, outcome)
  return about(who, outcome.id)
}

async function about({ context, viewer }: Who, id: number) {
  const data = await readSeries(context.newsroom.db, id, readerOf(viewer))
  if (data === undefined) throw noSuchSeries()
  return { data }
}

async function seriesFault({ context, viewer: { limit } }: Who, refusal: SeriesRefusal): Promise<Fault> {
  switch (refusal.kind) {
    case 'no-such-series':
      return noSuchSeries()
    case 'not-allowed': {
      const { content } = refusal
      return (await limitFault(context, { who: 'person', limit, content })) ?? new Fault('not-allowed')
    }
    case 'conflict':
      return new Fault('conflict')
    case 'wrong':
      return wrongFields(refusal.errors)
  }
}

function noSuchSeries() {
  return new Fault('not-found', { message: 'Series not found.' })
}
