import type { templateCalls } from '../../../contract/admin/templates.ts'
import { mayEditAs } from '../../../domain/newsroom/may-edit.ts'
import { orderTemplates } from '../../../publishing/templates/order-templates.ts'
import { readTemplate, readTemplates } from '../../../publishing/templates/read-templates.ts'
import { removeTemplate } from '../../../publishing/templates/remove-template.ts'
import type { TemplateOutcome, TemplateRefusal } from '../../../publishing/templates/template-outcome.ts'
import { createTemplate, saveTemplate } from '../../../publishing/templates/write-template.ts'
import { Fault } from '../../http/faults.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'
import { editing } from './editing.ts'

type TemplateCall = keyof typeof templateCalls

export const templateHandlers: Handlers<TemplateCall> = {
  'GET /api/admin/templates': async ({ context, input, viewer }) => ({
    data: await readTemplates(context.newsroom.db, { ...input, mayEdit: mayEditAs(viewer) }),
  }),

  'POST /api/admin/templates': async (asked) =>
    answer(asked, await createTemplate(asked.context.newsroom.db, asked.input, editing(asked))),

  'POST /api/admin/templates/order': async (asked) => {
    const { context, input } = asked
    const outcome = await orderTemplates(context.newsroom.db, { ids: input.ids, ...editing(asked) })
    if (outcome.kind !== 'ordered') throw templateFault(outcome)
    return { data: await readTemplates(context.newsroom.db, editing(asked)) }
  },

  'POST /api/admin/templates/:id': async (asked) =>
    answer(asked, await saveTemplate(asked.context.newsroom.db, asked.input, editing(asked))),

  'POST /api/admin/templates/:id/remove': async (asked) => {
    const outcome = await removeTemplate(asked.context.newsroom.db, { ...asked.input, ...editing(asked) })
    if (outcome.kind !== 'done') throw templateFault(outcome)
    return null
  },
}

type Who = Pick<Asked<TemplateCall>, 'context' | 'viewer' | 'request'>

async function answer(who: Who, outcome: TemplateOutcome) {
  if (outcome.kind !== 'done') throw templateFault(outcome)
  const data = await readTemplate(who.context.newsroom.db, { id: outcome.id, ...editing(who) })
  if (data === undefined) throw templateFault({ kind: 'no-such-template' })
  return { data }
}

function templateFault(refusal: TemplateRefusal): Fault {
  switch (refusal.kind) {
    case 'no-such-template':
      return new Fault('not-found', { message: 'Template not found.' })
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'conflict':
      return new Fault('conflict')
    case 'wrong':
      return wrongFields(refusal.errors)
  }
}
