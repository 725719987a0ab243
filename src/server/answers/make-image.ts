import { contentTypeOfImage, IMAGES_PATH, imagePath, readImageName } from '../../domain/images/image-name.ts'
import { answerOfBytes } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { type Edition, showsImage } from '../../edition/edition.ts'
import type { AppContext } from '../context.ts'
import { imageHeaders } from '../http/cache-control.ts'
import { OPEN_TO_ALL } from '../http/cross-origin.ts'
import { Fault } from '../http/faults.ts'

/** The name of the image at this path, if a text of the edition shows it. */
export function imageAsked(edition: Edition, path: string): string | undefined {
  const name = nameAt(path)
  return name !== undefined && showsImage(edition, name) ? name : undefined
}

export async function makeImage(
  context: Pick<AppContext, 'images' | 'log'>,
  name: string,
): Promise<Computed> {
  const bytes = await imageBytes(context, name)
  const answer = answerOfBytes({
    headers: {
      'content-type': typeOf(name),
      // Mail and feeds are read on pages of others.
      ...OPEN_TO_ALL,
      ...imageHeaders(name),
    },
    identity: bytes,
  })
  return { key: imagePath(name), answer }
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

export function typeOf(name: string): string {
  const facts = readImageName(name)
  return facts === undefined ? 'application/octet-stream' : contentTypeOfImage(facts)
}

function nameAt(path: string): string | undefined {
  const name = path.startsWith(`${IMAGES_PATH}/`) ? path.slice(IMAGES_PATH.length + 1) : ''
  return readImageName(name) === undefined ? undefined : name
}
