import { readableSorts } from '../../../domain/newsroom/may-edit.ts'
import { readChoices } from '../../../publishing/records/read-choices.ts'
import type { Handlers } from '../asked.ts'

export const choiceHandlers: Handlers<'GET /api/admin/choices'> = {
  'GET /api/admin/choices': async ({ context, viewer }) => ({
    data: await readChoices(context.newsroom.db, readableSorts(viewer)),
  }),
}
