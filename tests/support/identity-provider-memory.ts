import type { AdapterFactory, AdapterPayload } from 'oidc-provider'

/** The storage of a test provider. The library's own one logs a warning. */
export function identityProviderMemory(): AdapterFactory {
  const entries = new Map<string, AdapterPayload>()
  return (model) => ({
    upsert: async (id, payload) => void entries.set(`${model}:${id}`, payload),
    find: async (id) => entries.get(`${model}:${id}`),
    findByUid: async (uid) =>
      [...entries].find(([key, payload]) => key.startsWith(`${model}:`) && payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = entries.get(`${model}:${id}`)
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
