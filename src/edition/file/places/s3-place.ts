import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { HEAD_NAME } from '../edition-name.ts'
import type { EditionTarget } from '../edition-places.ts'
import { askWithin, refuseUnlessDone, typeOf } from './http.ts'
import type { WritablePlace } from './place.ts'

type Bucket = Extract<EditionTarget, { kind: 's3' }>

/** A bucket, by addresses that have its name in their path, which every S3-compatible store understands. */
export function s3Place(target: Bucket, signal: AbortSignal): WritablePlace {
  const { accessKeyId, secretAccessKey, sessionToken, region } = target
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    region,
    service: 's3',
  })
  const bucketUrl = `${target.endpoint}/${target.bucket}`
  const folder = target.prefix === '' ? '' : `${target.prefix}/`
  const urlOf = (name: string) => `${bucketUrl}/${encodePath(folder)}${name}`
  // Tries come from above, so that all kinds of places are tried again in the same way.
  const ask = async (url: string, init?: RequestInit) => askWithin(await client.sign(url, init), signal)

  return {
    put: async (name, bytes) => {
      const headers = { 'content-type': typeOf(name), 'x-amz-content-sha256': digestOf(bytes) }
      const response = await ask(urlOf(name), { method: 'PUT', body: new Uint8Array(bytes), headers })
      await refuseUnlessDone(response, `PUT ${name}`)
    },
    remove: async (name) => {
      await refuseUnlessDone(await ask(urlOf(name), { method: 'DELETE' }), `DELETE ${name}`, [404])
    },
    list: async () => {
      // The oldest come first, so what is to go is among the first thousand.
      const prefix = encodeURIComponent(`${folder}edition-`)
      const response = await ask(`${bucketUrl}?list-type=2&prefix=${prefix}`)
      if (!response.ok) await refuseUnlessDone(response, 'the list of the bucket')
      return namesIn(await response.text())
    },
    readHead: async () => {
      const response = await ask(urlOf(HEAD_NAME))
      return response.ok ? response.text() : undefined
    },
  }
}

function encodePath(path: string) {
  return path.split('/').map(encodeURIComponent).join('/')
}

function digestOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Our names have nothing in them that XML would write in another way. */
function namesIn(xml: string): string[] {
  return [...xml.matchAll(/<Key>(?:[^<]*\/)?([^</]+)<\/Key>/g)].flatMap(([, name]) => name ?? [])
}
