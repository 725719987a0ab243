import type { FastifyInstance, InjectOptions } from 'fastify'

/** Lends the parts of one test after the other to a shared app. */
export interface Lender<Parts extends object> {
  /** Refers to the parts of the test that currently has the app, even where the app stored one at build time. */
  parts: Parts
  lend(parts: Parts): void
}

export function lender<Parts extends object>(): Lender<Parts> {
  let now: Parts | undefined
  const current = () => {
    if (now === undefined) throw new Error('Nobody has this app at the moment.')
    return now
  }
  return {
    parts: standInFor(current),
    lend: (parts) => {
      now = parts
    },
  }
}

/** A proxy whose properties are looked up on the current object when used. */
function standInFor<T extends object>(current: () => T): T {
  const read = (key: string | symbol) => Reflect.get(current(), key) as unknown
  return new Proxy({} as T, {
    get: (_, key) => {
      const value = read(key)
      if (typeof value === 'function')
        return (...args: unknown[]) => (read(key) as (...args: unknown[]) => unknown).apply(current(), args)
      return typeof value === 'object' && value !== null ? standInFor(() => read(key) as object) : value
    },
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(current(), key)
      return found && { ...found, configurable: true }
    },
  })
}

/** The demo's identity provider caches the keys of the first database it used. */
const IS_KEPT = /^\/(sso|demo-identity)\//

/**
 * The app as a test sees it. If it listened, or caches data of this test's database, it is closed with its
 * test; otherwise it is returned.
 */
export function lentApp(app: FastifyInstance, giveBack: () => Promise<void>): FastifyInstance {
  let isSpent = false
  let closing: Promise<void> | undefined
  const end = async () => {
    if (isSpent) await app.close()
    else await giveBack()
  }
  const own = {
    listen: (options: Parameters<FastifyInstance['listen']>[0]) => {
      isSpent = true
      return app.listen(options)
    },
    inject: (asked: string | { url?: unknown }) => {
      isSpent ||= IS_KEPT.test(String(typeof asked === 'string' ? asked : asked.url))
      return app.inject(asked as InjectOptions)
    },
    close: () => {
      closing ??= end()
      return closing
    },
  }
  return Object.assign(Object.create(app), own) as FastifyInstance
}
