import { adminFigures } from '../../../delivery/reports/figures.ts'
import { USUAL_FIGURE_DAYS } from '../../../domain/notifying/figure-days.ts'
import type { Handlers } from '../asked.ts'

export const figureHandlers: Handlers<'GET /api/admin/figures'> = {
  'GET /api/admin/figures': async ({ context, input: { days = USUAL_FIGURE_DAYS } }) => ({
    data: await adminFigures(context.delivery, { days, now: context.clock() }),
  }),
}
