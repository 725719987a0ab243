import { linesOfJson } from './json-lines.ts'
import type { ImportProblem } from './statuspage-file.ts'

type Holds = 'text' | 'id' | 'time' | 'yes or no' | Fields
type Field = { holds: Holds; isNeeded?: true; isList?: true }
interface Fields {
  readonly [name: string]: Field
}

const UPDATE: Fields = {
  id: { holds: 'id', isNeeded: true },
  status: { holds: 'text', isNeeded: true },
  body: { holds: 'text' },
  created_at: { holds: 'time', isNeeded: true },
  display_at: { holds: 'time' },
}

export const INCIDENT: Fields = {
  id: { holds: 'id', isNeeded: true },
  name: { holds: 'text', isNeeded: true },
  status: { holds: 'text', isNeeded: true },
  impact: { holds: 'text' },
  created_at: { holds: 'time', isNeeded: true },
  started_at: { holds: 'time' },
  resolved_at: { holds: 'time' },
  updated_at: { holds: 'time' },
  scheduled_for: { holds: 'time' },
  scheduled_until: { holds: 'time' },
  postmortem_body: { holds: 'text' },
  postmortem_published_at: { holds: 'time' },
  components: {
    holds: { id: { holds: 'id', isNeeded: true }, name: { holds: 'text' }, status: { holds: 'text' } },
    isList: true,
  },
  incident_updates: { holds: UPDATE, isList: true },
}

export const COMPONENT: Fields = {
  id: { holds: 'id', isNeeded: true },
  name: { holds: 'text', isNeeded: true },
  description: { holds: 'text' },
  group: { holds: 'yes or no' },
  group_id: { holds: 'id' },
  start_date: { holds: 'text' },
  created_at: { holds: 'time' },
}

const TEXT_AT_MOST = 1_000_000
const ID_AT_MOST = 200

interface Mistake {
  path: string
  /** Where to look if the path doesn't exist because something is missing. */
  parent: string
  message: string
}

export function mistakesIn(
  list: unknown,
  {
    key,
    isBare,
    fields,
    file,
  }: {
    key: string
    /** The file is the list itself, not an object that has it under its key. */
    isBare: boolean
    fields: Fields
    file: { name: string; text: string }
  },
): ImportProblem[] {
  const path = isBare ? '' : `/${key}`
  const mistakes: Mistake[] = []
  if (!Array.isArray(list)) mistakes.push({ path, parent: '', message: 'It must be a list.' })
  else
    list.forEach((item, index) => {
      checkItem(item, { path: `${path}/${index}`, fields, mistakes })
    })
  if (mistakes.length === 0) return []
  const lines = linesOfJson(file.text, new Set(mistakes.flatMap((mistake) => [mistake.path, mistake.parent])))
  return mistakes.map((mistake) => {
    const line = lines.get(mistake.path) ?? lines.get(mistake.parent) ?? 1
    const field = fieldWords(isBare ? `/${key}${mistake.path}` : mistake.path, list)
    return { where: `${file.name}, line ${line}, ${field}`, message: mistake.message }
  })
}

/** `/incidents/2/incident_updates/0/created_at` as `created_at of update 1 of incident 3 (“Slow”)`. */
function fieldWords(path: string, list: unknown): string {
  const [, ...parts] = path.split('/')
  const words: string[] = []
  parts.forEach((part, index) => {
    const of = parts[index - 1] ?? ''
    if (!/^\d+$/.test(part)) {
      if (index === parts.length - 1) words.unshift(part)
      return
    }
    const name = index === 1 && Array.isArray(list) ? quotedName(list[Number(part)]) : ''
    words.unshift(`${ONE_OF[of] ?? of} ${Number(part) + 1}${name}`)
  })
  return words.join(' of ')
}

const ONE_OF: Readonly<Record<string, string>> = {
  incidents: 'incident',
  scheduled_maintenances: 'maintenance',
  components: 'component',
  incident_updates: 'update',
}

function quotedName(item: unknown): string {
  const name = item !== null && typeof item === 'object' && 'name' in item ? item.name : undefined
  return typeof name === 'string' && name.trim() !== '' ? ` (“${name.trim().slice(0, 60)}”)` : ''
}

function checkItem(
  item: unknown,
  { path, fields, mistakes }: { path: string; fields: Fields; mistakes: Mistake[] },
) {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) {
    mistakes.push({ path, parent: path, message: 'It must be an object in { }.' })
    return
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = (item as Record<string, unknown>)[name]
    const own = { path: `${path}/${name}`, parent: path }
    if (value === undefined || value === null) {
      if (field.isNeeded) mistakes.push({ ...own, message: 'It is missing.' })
    } else if (field.isList) {
      if (Array.isArray(value))
        value.forEach((each, index) => {
          checkItem(each, { path: `${own.path}/${index}`, fields: field.holds as Fields, mistakes })
        })
      else mistakes.push({ ...own, message: 'It must be a list.' })
    } else {
      const message = wrongWords(value, field.holds as Exclude<Holds, Fields>)
      if (message !== undefined) mistakes.push({ ...own, message })
    }
  }
}

function wrongWords(value: unknown, holds: Exclude<Holds, Fields>): string | undefined {
  if (holds === 'yes or no') return typeof value === 'boolean' ? undefined : 'It must be true or false.'
  if (typeof value !== 'string') return 'It must be text in quotes.'
  switch (holds) {
    case 'text':
      return value.length > TEXT_AT_MOST ? 'It is longer than 1,000,000 characters.' : undefined
    case 'id':
      if (value === '') return 'It is empty.'
      return value.length > ID_AT_MOST ? 'It is longer than 200 characters.' : undefined
    case 'time': {
      const isTime = /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))
      return isTime ? undefined : 'It must be a time such as 2026-11-15T03:00:00Z.'
    }
  }
}
