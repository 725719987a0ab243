import { Type } from 'typebox'

/** What the header of a file and the head that names it have in common. */
export const History = Type.String({ pattern: '^[0-9a-f-]{36}$' })
export const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
export const KeyId = Type.String({ pattern: '^[0-9a-f]{16}$' })
export const MomentText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })

/** A text may look like a moment and be none, such as the 31st of February. */
export function areMoments(...texts: string[]): boolean {
  return texts.every((text) => !Number.isNaN(Date.parse(text)))
}
