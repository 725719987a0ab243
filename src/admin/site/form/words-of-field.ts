import { plainText } from '../../../domain/plain-text.ts'
import type { FieldSpec } from './field-spec.ts'

export function wordsOfField<V>(spec: FieldSpec<V>, values: V): string {
  if (spec.kind === 'own') return spec.words(values)
  const value: unknown = values[spec.name]
  switch (spec.kind) {
    case 'check':
      return value === true ? 'Yes' : 'No'
    case 'choice': {
      const option = spec.options.find((each) => String(each.value) === String(value))
      return option?.words ?? spec.none ?? NOTHING
    }
    case 'checks': {
      const chosen = value as readonly unknown[]
      const words = spec.options.filter((each) => chosen.includes(each.value)).map((each) => each.words)
      return words.length === 0 ? NOTHING : words.join(', ')
    }
    case 'rich':
      return plainText(String(value)) || NOTHING
    default:
      return value === null || value === '' ? NOTHING : String(value)
  }
}

const NOTHING = '(nothing)'
