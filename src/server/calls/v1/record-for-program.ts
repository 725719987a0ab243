import type { ApiToken } from '../../../accounts/tokens/find-token.ts'
import type { V1Record } from '../../../contract/v1/record.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { readV1Record } from '../../../publishing/automation/read-v1-record.ts'
import type { AccountContext } from '../../context.ts'
import { Fault } from '../../http/faults.ts'

export async function recordForProgram(
  { context: { newsroom, config }, token }: { context: AccountContext; token: ApiToken },
  { id }: { id: number },
): Promise<{ data: V1Record }> {
  const data = await readV1Record(newsroom.db, {
    recordId: id,
    publicUrl: config.publicUrl,
    limit: token.limit,
  })
  if (data === undefined) throw noSuchRecord(id)
  return { data }
}

export function noSuchRecord(id: number, kind?: RecordKind) {
  return new Fault('not-found', { message: `There is no ${kind ?? 'record'} ${id}.` })
}
