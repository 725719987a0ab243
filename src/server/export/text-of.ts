import type { Answer } from '../../edition/answer.ts'

export function textOf({ variants }: Answer): string {
  return variants.find(({ encoding }) => encoding === 'identity')?.bytes.toString('utf8') ?? ''
}
