import type { SiteRefusal } from '../../../../publishing/site/verbs/outcomes.ts'
import { Fault } from '../../../http/faults.ts'
import { wrongFields } from '../../asked.ts'

export function refused(outcome: SiteRefusal): never {
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
