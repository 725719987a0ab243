import { slugOf } from '../domain/slug.ts'

export type Slots = Readonly<Record<string, string | number>>

export function fill(text: string, slots: Slots): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name]
    if (value === undefined) throw new Error(`No value for {${name}} in: ${text}`)
    return String(value)
  })
}

export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Uncut: the demo's addresses are as long as its titles. */
export function slug(text: string): string {
  return slugOf(text, Number.POSITIVE_INFINITY)
}

export function paragraphs(...texts: readonly string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('')
}
