import { readFileSync } from 'node:fs'
import type { Given, Options } from './command.ts'
import { CliProblem, EXIT } from './exit-code.ts'

export function textOf(given: Given, name: string): string | undefined {
  const value = given[name]
  return typeof value === 'string' ? value : undefined
}

export function listOf(given: Given, name: string): string[] | undefined {
  const value = given[name]
  return Array.isArray(value) ? value : undefined
}

export function isOn(given: Given, name: string): boolean {
  return given[name] === true
}

export function mustHave(given: Given, name: string): string {
  const value = textOf(given, name)
  if (value === undefined || value.trim() === '') throw new CliProblem(EXIT.usage, `Please give --${name}.`)
  return value
}

export function idOf(rest: readonly string[]): number {
  const [written, ...more] = rest
  if (written === undefined) throw new CliProblem(EXIT.usage, 'Please give the number of the record.')
  if (!/^[1-9]\d{0,8}$/.test(written))
    throw new CliProblem(EXIT.usage, `"${written}" is not the number of a record.`)
  nothingMore(more)
  return Number(written)
}

export function nothingMore(rest: readonly string[]) {
  const [first] = rest
  if (first !== undefined) throw new CliProblem(EXIT.usage, `Unexpected argument "${first}".`)
}

export const SUBJECT_OPTIONS: Options = {
  title: { type: 'string', short: 't', value: 'text', words: 'required' },
  cloud: {
    type: 'string',
    multiple: true,
    short: 'c',
    value: 'name',
    words: 'machine name; required, may be repeated',
  },
  service: {
    type: 'string',
    multiple: true,
    value: 'name',
    words: 'name, Category/Name or tid; may be repeated',
  },
  'data-center': { type: 'string', multiple: true, value: 'name', words: 'name or tid; may be repeated' },
  summary: { type: 'string', value: 'text', words: 'a sentence or two, plain text' },
}

export function subjectOf(given: Given) {
  return {
    title: mustHave(given, 'title'),
    clouds: given.cloud ?? [],
    ...fieldsOf(given, { service: 'services', 'data-center': 'data_centers', summary: 'summary' }),
  }
}

export const WORDS_OPTIONS: Options = {
  body: {
    type: 'string',
    short: 'b',
    value: 'text',
    words: 'the text for readers; - reads it from standard input',
  },
  'body-file': { type: 'string', value: 'file', words: 'the same, from a file' },
  html: { type: 'boolean', words: 'the body is HTML; otherwise blank lines separate paragraphs' },
  markdown: { type: 'boolean', words: 'the body is Markdown' },
}

export function updateOptions(states: string): Options {
  const name = { type: 'string', multiple: true, value: 'name' } as const
  const state = { type: 'string', multiple: true, value: 'name=state' } as const
  return {
    'add-service': { ...name, words: 'affected from now on; may be repeated' },
    'remove-service': { ...name, words: 'no longer affected; may be repeated' },
    'add-data-center': { ...name, words: 'affected from now on; may be repeated' },
    'remove-data-center': { ...name, words: 'no longer affected; may be repeated' },
    'service-state': { ...state, words: `${states}; may be repeated` },
    'data-center-state': { ...state, words: 'the same' },
    'posted-at': { type: 'string', value: 'time', words: 'dates it back, ISO 8601; default: now' },
  }
}

export function updateFieldsOf(given: Given) {
  return {
    ...fieldsOf(given, {
      'add-service': 'add_services',
      'remove-service': 'remove_services',
      'add-data-center': 'add_data_centers',
      'remove-data-center': 'remove_data_centers',
      'posted-at': 'posted_at',
    }),
    ...affectedOf(given),
  }
}

/** `DNS Control=recovered` */
function affectedOf(given: Given) {
  const statesOf = (option: string, field: 'service' | 'data_center') =>
    (listOf(given, option) ?? []).map((written) => {
      const at = written.lastIndexOf('=')
      const [name, severity] = [written.slice(0, Math.max(0, at)).trim(), written.slice(at + 1).trim()]
      if (name === '' || severity === '')
        throw new CliProblem(
          EXIT.usage,
          `--${option} takes a name and a state, such as "DNS Control=recovered".`,
        )
      return { [field]: name, severity }
    })
  const affected = [...statesOf('service-state', 'service'), ...statesOf('data-center-state', 'data_center')]
  return affected.length === 0 ? {} : { affected }
}

export const NOTIFY_OPTIONS: Options = {
  'no-notify': { type: 'boolean', words: 'publish without notifying subscribers' },
}

export function wordsOf(given: Given): { body?: string; body_format?: 'html' | 'markdown' } {
  const file = textOf(given, 'body-file')
  const written = textOf(given, 'body')
  if (file !== undefined && written !== undefined)
    throw new CliProblem(EXIT.usage, 'Please give either --body or --body-file.')
  const body = file !== undefined ? textOfFile(file) : written === '-' ? textOfFile(0) : written
  if (body === undefined) return {}
  if (isOn(given, 'html') && isOn(given, 'markdown'))
    throw new CliProblem(EXIT.usage, 'Please give either --html or --markdown.')
  return {
    body,
    ...(isOn(given, 'html') && { body_format: 'html' as const }),
    ...(isOn(given, 'markdown') && { body_format: 'markdown' as const }),
  }
}

export function mustHaveWords(given: Given) {
  const words = wordsOf(given)
  if (words.body === undefined || words.body.trim() === '')
    throw new CliProblem(EXIT.usage, 'Please give the text with --body or --body-file.')
  return words
}

function textOfFile(file: string | number): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new CliProblem(EXIT.usage, `The file ${file} cannot be read.`)
  }
}

export function notifyGiven(given: Given): { notify?: boolean } {
  return isOn(given, 'no-notify') ? { notify: false } : {}
}

export function fieldsOf(given: Given, names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([option, field]) => {
      const value = given[option]
      return value === undefined ? [] : [[field, value]]
    }),
  )
}
