import { readFileSync } from 'node:fs'
import type { Command, CommandInput } from '../command.ts'
import { CliProblem, EXIT, type ExitCode } from '../exit-code.ts'
import { fieldsOf, idOf, isOn, listOf, NOTIFY_OPTIONS, notifyGiven, textOf } from '../given.ts'

const PARTS = {
  'what-happened': 'what_happened',
  impact: 'impact',
  why: 'why',
  'what-we-do': 'what_we_do',
} as const

const STATES: Readonly<Record<string, string>> = {
  planned: 'planned',
  'in-progress': 'in_progress',
  in_progress: 'in_progress',
  done: 'done',
}

export const postMortemWrite: Command = {
  name: 'post-mortem write',
  takes: '<id>',
  summary: 'Write the post-mortem of a closed incident',
  words:
    'Parts that are not given stay as they are. Each is text, @file, or - for standard input. It stays a draft until it is published. Needs a token with the scope incidents:write.',
  options: {
    'what-happened': { type: 'string', value: 'text', words: 'enough for a short one' },
    impact: { type: 'string', value: 'text', words: 'who noticed what' },
    why: { type: 'string', value: 'text', words: 'why it happened' },
    'what-we-do': { type: 'string', value: 'text', words: 'what we do about it' },
    action: {
      type: 'string',
      multiple: true,
      value: 'text',
      words: 'replaces the list; may be repeated; "done: …" or "in-progress: …" says its state',
    },
    html: { type: 'boolean', words: 'the parts are HTML; otherwise blank lines separate paragraphs' },
    markdown: { type: 'boolean', words: 'the parts are Markdown' },
    'due-on': { type: 'string', value: 'day', words: 'when it is due, such as 2026-11-30' },
    publish: { type: 'boolean', words: 'publish it' },
    version: { type: 'string', value: 'number', words: 'post_mortem.version that the change is based on' },
    ...NOTIFY_OPTIONS,
  },
  examples: [
    'candor post-mortem write 1234 --what-happened @what.md --why @why.md --markdown',
    'candor post-mortem write 1234 --action "done: Renew certificates earlier" --publish --no-notify',
  ],
  run: async (input) => {
    const { site, given, rest } = input
    const id = idOf(rest)
    if (isOn(given, 'html') && isOn(given, 'markdown'))
      throw new CliProblem(EXIT.usage, 'Please give either --html or --markdown.')
    const actions = listOf(given, 'action')?.map(actionOf)
    const body = {
      ...partsOf(input),
      ...(isOn(given, 'html') && { body_format: 'html' }),
      ...(isOn(given, 'markdown') && { body_format: 'markdown' }),
      ...(actions !== undefined && { actions }),
      ...fieldsOf(given, { 'due-on': 'due_on', publish: 'publish' }),
      ...versionOf(input),
      ...notifyGiven(given),
    }
    const written = await site.change('PATCH', `/api/v1/incidents/${id}/post-mortem`, body)
    return printPostMortem(input, written)
  },
}

export const postMortemPublish: Command = {
  name: 'post-mortem publish',
  takes: '<id>',
  summary: 'Publish the draft of a post-mortem',
  options: {
    version: { type: 'string', value: 'number', words: 'post_mortem.version that you have read' },
    ...NOTIFY_OPTIONS,
  },
  examples: ['candor post-mortem publish 1234 --version 3'],
  run: async (input) => {
    const { site, given, rest } = input
    const published = await site.change('POST', `/api/v1/incidents/${idOf(rest)}/post-mortem/publish`, {
      ...versionOf(input),
      ...notifyGiven(given),
    })
    return printPostMortem(input, published)
  },
}

function partsOf({ given }: CommandInput) {
  return Object.fromEntries(
    Object.entries(PARTS).flatMap(([option, field]) => {
      const written = textOf(given, option)
      return written === undefined ? [] : [[field, textFrom(written)]]
    }),
  )
}

function textFrom(written: string): string {
  const file = written === '-' ? 0 : written.startsWith('@') ? written.slice(1) : undefined
  if (file === undefined) return written
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new CliProblem(EXIT.usage, `The file ${file} cannot be read.`)
  }
}

function actionOf(written: string) {
  const [, word = '', words = ''] = /^([a-z_-]+):\s*(.+)$/is.exec(written) ?? []
  const state = STATES[word.toLowerCase()]
  return state === undefined ? { words: written } : { words, state }
}

function versionOf({ given }: CommandInput): { version?: number } {
  const written = textOf(given, 'version')
  if (written === undefined) return {}
  if (!/^\d{1,9}$/.test(written)) throw new CliProblem(EXIT.usage, '--version takes a number.')
  return { version: Number(written) }
}

interface Answer {
  data: {
    id: number
    title: string
    url: string | null
    post_mortem: { version: number; is_published: boolean; has_draft: boolean } | null
  }
}

function printPostMortem({ say, answer }: CommandInput, answered: unknown): ExitCode {
  const { data } = answered as Answer
  answer(data)
  const { version = 0, is_published = false, has_draft = false } = data.post_mortem ?? {}
  const state = has_draft ? 'draft' : is_published ? 'published' : 'empty'
  say(`Post-mortem of ${data.title} (${data.id}): ${state}, version ${version}.`)
  say(is_published && data.url !== null ? `${data.url}#post-mortem` : 'Readers don’t see it.')
  return EXIT.ok
}
