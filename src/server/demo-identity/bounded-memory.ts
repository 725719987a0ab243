import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/** Logins under way, with all that each leaves behind; more than anybody who tries the demo will have. */
const MOST_ENTRIES = 2_000

interface Entry {
  payload: AdapterPayload
  expiresAtMs: number
}

/** What the demo's provider remembers: in memory, until it stops. When there is no room, the oldest goes. */
export function boundedMemory(mostEntries = MOST_ENTRIES): AdapterFactory {
  const entries = new Map<string, Entry>()
  return (model) => adapterOf(model, entries, mostEntries)
}

function adapterOf(model: string, entries: Map<string, Entry>, mostEntries: number): Adapter {
  const keyOf = (id: string) => `${model}:${id}`
  const find = (isWanted: (payload: AdapterPayload) => boolean) =>
    [...entries].find(([key, { payload }]) => key.startsWith(`${model}:`) && isWanted(payload))?.[1].payload
  return {
    upsert: async (id, payload, expiresInS = Infinity) => {
      entries.delete(keyOf(id))
      entries.set(keyOf(id), { payload, expiresAtMs: Date.now() + expiresInS * 1000 })
      for (const oldest of [...entries.keys()].slice(0, Math.max(0, entries.size - mostEntries))) {
        entries.delete(oldest)
      }
    },
    find: async (id) => {
      const entry = entries.get(keyOf(id))
      return entry !== undefined && entry.expiresAtMs > Date.now() ? entry.payload : undefined
    },
    findByUid: async (uid) => find((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
    consume: async (id) => {
      const entry = entries.get(keyOf(id))
      if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => {
      entries.delete(keyOf(id))
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  }
}
