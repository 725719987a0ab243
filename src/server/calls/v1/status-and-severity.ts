import { findNamed } from '../../../domain/automation/find-named.ts'
import { namesOfSeverities, namesOfStatuses } from '../../../publishing/automation/names-of-things.ts'
import { readNamedThings } from '../../../publishing/records/read-choices.ts'
import type { AccountContext } from '../../context.ts'
import { wrongFields } from '../asked.ts'

export async function statusAndSeverity(
  { context }: { context: AccountContext },
  { status, severity }: { status?: string | number; severity?: string | number },
): Promise<{ statusId?: number; severityTid?: number }> {
  if (status === undefined && severity === undefined) return {}
  const choices = await readNamedThings(context.newsroom.db)
  const statusFound = status === undefined ? undefined : findNamed(status, namesOfStatuses(choices), 'status')
  const severityFound =
    severity === undefined ? undefined : findNamed(severity, namesOfSeverities(choices), 'severity')
  if (statusFound?.kind === 'wrong' || severityFound?.kind === 'wrong') {
    throw wrongFields({
      ...(statusFound?.kind === 'wrong' && { status: statusFound.sentence }),
      ...(severityFound?.kind === 'wrong' && { severity: severityFound.sentence }),
    })
  }
  return {
    ...(statusFound !== undefined && { statusId: statusFound.id }),
    ...(severityFound !== undefined && { severityTid: severityFound.id }),
  }
}
