import type { EditRefusal } from '../../../publishing/records/edit-refusal.ts'
import { Fault } from '../../http/faults.ts'
import { wrongFields } from '../asked.ts'

/** Why nothing was done to a record, for whoever wanted to. */
export function editFault(refusal: EditRefusal): Fault {
  switch (refusal.kind) {
    case 'no-such-record':
      return noSuchRecord()
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'conflict':
      return new Fault('conflict')
    case 'wrong':
      return wrongFields(refusal.errors)
  }
}

export function noSuchRecord() {
  return new Fault('not-found', { message: 'Record not found.' })
}
