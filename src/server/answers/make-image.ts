import { storedFile, storedFileAt } from '../../domain/images/attachment-name.ts'
import { answerOfBytes } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { type Edition, showsImage } from '../../edition/edition.ts'
import type { AppContext } from '../context.ts'
import { imageHeaders } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'

export function imageAsked(edition: Edition, path: string): string | undefined {
  const name = storedFileAt(path)?.name
  return name !== undefined && showsImage(edition, name) ? name : undefined
}

export async function makeImage(
  context: Pick<AppContext, 'images' | 'log'>,
  name: string,
): Promise<Computed> {
  const bytes = await imageBytes(context, name)
  const answer = answerOfBytes({
    headers: {
      ...headersOfStored(name),
      // Mail and feeds show images on pages of other sites.
      ...OPEN_TO_ALL,
      ...imageHeaders(name),
    },
    identity: bytes,
  })
  return { key: storedFile(name)?.path, answer }
}

export async function imageBytes(
  { images, log }: Pick<AppContext, 'images' | 'log'>,
  name: string,
): Promise<Buffer> {
  const bytes = await images?.find(name).catch((error: unknown) => {
    log.warn({ err: error, image: name }, 'An image could not be read')
    throw new Fault('no-database')
  })
  if (bytes === undefined) throw new Fault('not-found')
  return bytes
}

/**
 * An attachment is saved and not shown: a document opened within the site could act for its readers. If a browser shows
 * it regardless, the policy leaves it without scripts and without the site's origin.
 */
export function headersOfStored(name: string): Record<string, string> {
  const file = storedFile(name)
  if (file === undefined) return { 'content-type': 'application/octet-stream' }
  if (file.savedAs === undefined) return { 'content-type': file.contentType }
  return {
    'content-type': file.contentType,
    'content-disposition': `attachment; filename=${file.savedAs}`,
    'content-security-policy': ATTACHMENT_POLICY,
  }
}

export const ATTACHMENT_POLICY = "default-src 'none'; sandbox"
