import { canEditPart } from '../../../../domain/site-editing/site-parts.ts'
import { siteOverview } from '../../../../publishing/site/site-overview.ts'
import type { Handlers } from '../../asked.ts'

export const overviewHandlers: Handlers<'GET /api/admin/site'> = {
  'GET /api/admin/site': async ({ context, viewer }) => ({
    data: await siteOverview(context.newsroom, (part) => canEditPart(viewer.roles, part)),
  }),
}
