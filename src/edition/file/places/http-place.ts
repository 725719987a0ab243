import { HEAD_NAME } from '../edition-name.ts'
import type { EditionTarget } from '../edition-places.ts'
import { askWithin, refuseUnlessDone, typeOf } from './http.ts'
import type { WritablePlace } from './place.ts'

/** Any server that takes PUT: WebDAV, an object store behind a gateway, nginx with `dav_methods PUT DELETE`. */
export function httpPlace(
  { url, authorization }: Extract<EditionTarget, { kind: 'http' }>,
  signal: AbortSignal,
): WritablePlace {
  const headers = authorization === undefined ? {} : { authorization }
  const ask = (name: string, init: RequestInit = {}) =>
    askWithin(new Request(`${url}/${name}`, { ...init, headers: { ...headers, ...init.headers } }), signal)
  return {
    put: async (name, bytes) => {
      const body = new Uint8Array(bytes)
      const response = await ask(name, { method: 'PUT', body, headers: { 'content-type': typeOf(name) } })
      await refuseUnlessDone(response, `PUT ${name}`)
    },
    remove: async (name) => {
      const response = await ask(name, { method: 'DELETE' })
      await refuseUnlessDone(response, `DELETE ${name}`, [404])
    },
    list: async () => undefined,
    readHead: async () => {
      const response = await ask(HEAD_NAME)
      return response.ok ? response.text() : undefined
    },
  }
}
