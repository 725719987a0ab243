import { slugOf } from '../../domain/slug.ts'

const SLUG_CHARACTERS = 80

export function aliasOf({ title, id }: { title: string; id: number }): string {
  const slug = slugOf(title, Number.POSITIVE_INFINITY)
  const fitting =
    slug.length <= SLUG_CHARACTERS ? slug : slug.slice(0, SLUG_CHARACTERS).replace(/-[^-]*$/, '')
  return [fitting, String(id)].filter((part) => part !== '').join('-')
}
