import { runStatuspage, runSubscribers, runThreats } from '../../imports/run-import.ts'
import { passOf } from './accepted.ts'
import type { V1Handlers } from './v1-asked.ts'

export const v1ImportHandlers: V1Handlers<
  'POST /api/v1/imports/statuspage' | 'POST /api/v1/imports/subscribers' | 'POST /api/v1/imports/threats'
> = {
  'POST /api/v1/imports/statuspage': async ({ context, actor, token, input }) => ({
    data: await runStatuspage(
      { context, actor, who: 'token', limit: token.limit, pass: passOf(token) },
      input,
    ),
  }),
  'POST /api/v1/imports/subscribers': async ({ context, actor, token, input }) => ({
    data: await runSubscribers({ context, actor, who: 'token', limit: token.limit }, input),
  }),
  'POST /api/v1/imports/threats': async ({ context, actor, input }) => ({
    data: await runThreats({ context, actor }, input),
  }),
}
