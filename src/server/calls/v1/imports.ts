import { skippedLines, subscriberImport } from '../../../accounts/imports/import-jobs.ts'
import { Fault } from '../../http/faults.ts'
import { foundImport, runCancel, runStatuspage, runSubscribers, runThreats } from '../run-import.ts'
import { accepted, passOf, type V1Handlers } from './v1-asked.ts'

const THREATS_OF_ALL_CLOUDS =
  'This token is limited to certain clouds, and threat figures are about all of them. Use a token without a limit.'

export const v1ImportHandlers: V1Handlers<
  | 'POST /api/v1/imports/statuspage'
  | 'POST /api/v1/imports/subscribers'
  | 'GET /api/v1/imports/subscribers/:id'
  | 'GET /api/v1/imports/subscribers/:id/left-out'
  | 'POST /api/v1/imports/subscribers/:id/cancel'
  | 'POST /api/v1/imports/threats'
> = {
  'POST /api/v1/imports/statuspage': async ({ context, actor, token, input }) => ({
    data: await runStatuspage(
      { context, actor, who: 'token', limit: token.limit, pass: passOf(token) },
      input,
    ),
  }),
  'POST /api/v1/imports/subscribers': async ({ context, actor, token, input }) => {
    const data = await runSubscribers({ context, actor, who: 'token', limit: token.limit }, input)
    return data.job === null ? { data } : accepted({ data })
  },
  'GET /api/v1/imports/subscribers/:id': async ({ context, token: { limit }, input: { id } }) => ({
    data: foundImport(id, await subscriberImport(context.accounts.desk, { id, limit, now: context.clock() })),
  }),
  'GET /api/v1/imports/subscribers/:id/left-out': async ({ context, token: { limit }, input: { id } }) => ({
    data: foundImport(id, await skippedLines(context.accounts.desk, { id, limit, now: context.clock() })),
  }),
  'POST /api/v1/imports/subscribers/:id/cancel': async ({
    context,
    actor,
    token: { limit },
    input: { id },
  }) => ({
    data: await runCancel({ context, actor, limit, id }),
  }),
  'POST /api/v1/imports/threats': async ({ context, actor, token, input }) => {
    if (token.limit !== null) throw new Fault('not-allowed', { message: THREATS_OF_ALL_CLOUDS })
    return { data: await runThreats({ context, actor }, input) }
  },
}
