import type { Answer } from '../../edition/answer.ts'

/** What an answer says, as everybody can read it. */
export function textOf({ variants }: Answer): string {
  return variants.find(({ encoding }) => encoding === 'identity')?.bytes.toString('utf8') ?? ''
}
