import type { SignedInViewer } from '../../accounts/viewer.ts'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { findMissingClouds } from '../../publishing/records/about-limit.ts'
import type { AccountContext } from '../context.ts'
import { Fault } from '../http/faults.ts'

interface Wanted {
  limit: CloudLimit
  recordId?: number | undefined
  content?: Partial<Pick<RecordContent, 'kind' | 'clouds' | 'services'>> | undefined
}

/** Undefined if their limit is not the reason for the refusal. */
export async function limitFault(
  { newsroom }: AccountContext,
  { who, ...wanted }: Wanted & { who: 'person' | 'token' },
): Promise<Fault | undefined> {
  const missing = await findMissingClouds(newsroom.db, wanted)
  if (missing.length === 0) return undefined
  const names = missing.join(', ')
  return new Fault('not-allowed', {
    message:
      who === 'token'
        ? `This token is limited to certain clouds, and this also concerns: ${names}. Use a token for them as well.`
        : `Your rights are limited to certain clouds, and this also concerns: ${names}. Ask a colleague with rights for them, or an administrator to extend yours.`,
  })
}

export async function explainLimit(
  context: AccountContext,
  { error, viewer, input }: { error: unknown; viewer: SignedInViewer; input: object },
): Promise<unknown> {
  if (!(error instanceof Fault) || error.code !== 'not-allowed') return error
  const { id, content } = input as { id?: number; content?: RecordContent }
  return (await limitFault(context, { who: 'person', limit: viewer.limit, recordId: id, content })) ?? error
}
