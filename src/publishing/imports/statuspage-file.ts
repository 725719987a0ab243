import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import type { ImportedComponent, ImportedIncident, StatuspageData } from './statuspage-data.ts'

/** The parts of Statuspage's public v2 files and of its export that we import. Other fields are ignored. */

const Text = Type.String({ maxLength: 1_000_000 })
const Id = Type.String({ minLength: 1, maxLength: 200 })
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' })
const Maybe = <T extends ReturnType<typeof Type.String>>(type: T) =>
  Type.Optional(Type.Union([type, Type.Null()]))

const Component = Type.Object({
  id: Id,
  name: Text,
  description: Maybe(Text),
  group: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  group_id: Maybe(Id),
  start_date: Maybe(Type.String()),
  created_at: Maybe(Time),
})

const Update = Type.Object({
  id: Id,
  status: Text,
  body: Maybe(Text),
  created_at: Time,
  display_at: Maybe(Time),
})

const Incident = Type.Object({
  id: Id,
  name: Text,
  status: Text,
  impact: Maybe(Text),
  created_at: Time,
  started_at: Maybe(Time),
  resolved_at: Maybe(Time),
  updated_at: Maybe(Time),
  scheduled_for: Maybe(Time),
  scheduled_until: Maybe(Time),
  components: Type.Optional(
    Type.Union([Type.Array(Type.Object({ id: Id, name: Type.Optional(Text) })), Type.Null()]),
  ),
  incident_updates: Type.Optional(Type.Union([Type.Array(Update), Type.Null()])),
})

const Page = Type.Object({ id: Id, name: Type.Optional(Text) })

export interface ImportProblem {
  where: string
  message: string
}

export type StatuspageRead =
  | { kind: 'read'; data: StatuspageData }
  | { kind: 'refused'; problems: ImportProblem[] }

export interface ImportFile {
  name: string
  text: string
}

/** No one reads more; the first ones show what is wrong. */
const PROBLEMS_AT_MOST = 100

/** Several files are one import: components.json, incidents.json, scheduled-maintenances.json, or only summary.json. */
export function readStatuspage(files: readonly ImportFile[]): StatuspageRead {
  const data: StatuspageData = { page: undefined, components: [], incidents: [], maintenances: [] }
  const problems: ImportProblem[] = []
  for (const file of files) readFile(file, data, problems)
  if (problems.length > 0) return { kind: 'refused', problems: problems.slice(0, PROBLEMS_AT_MOST) }
  if (data.components.length + data.incidents.length + data.maintenances.length === 0) {
    const message = 'There are no components, incidents or scheduled maintenances in it.'
    return { kind: 'refused', problems: [{ where: files.map(({ name }) => name).join(', '), message }] }
  }
  return { kind: 'read', data: onceEach(data) }
}

function readFile({ name, text }: ImportFile, data: StatuspageData, problems: ImportProblem[]) {
  const parsed = parseJson(text)
  if (parsed.kind === 'refused') {
    problems.push({ where: name, message: parsed.message })
    return
  }
  for (const [key, value] of Object.entries(partsOf(parsed.value))) {
    switch (key) {
      case 'page':
        if (PAGE.Check(value)) data.page = value
        break
      case 'components':
        data.components.push(...checked<ImportedComponent>(COMPONENT, value, `${name}: components`, problems))
        break
      case 'incidents':
        for (const incident of checked<ImportedIncident>(INCIDENT, value, `${name}: incidents`, problems)) {
          const isPlanned = incident.scheduled_for != null
          ;(isPlanned ? data.maintenances : data.incidents).push(incident)
        }
        break
      case 'scheduled_maintenances':
        data.maintenances.push(
          ...checked<ImportedIncident>(INCIDENT, value, `${name}: scheduled_maintenances`, problems),
        )
        break
    }
  }
}

/** The API export is a bare list: of incidents if items have an impact, otherwise of components. */
function partsOf(value: unknown): Record<string, unknown> {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? { ...value } : {}
  const isOfIncidents = value.some((item) => item !== null && typeof item === 'object' && 'impact' in item)
  return isOfIncidents ? { incidents: value } : { components: value }
}

type JsonRead = { kind: 'read'; value: unknown } | { kind: 'refused'; message: string }

function parseJson(text: string): JsonRead {
  try {
    return { kind: 'read', value: storable(JSON.parse(text.replace(/^\uFEFF/, ''))) }
  } catch (error) {
    return { kind: 'refused', message: `Not valid JSON: ${lineOf(error as Error, text)}.` }
  }
}

/** The parser reports characters; people count lines. */
function lineOf({ message }: Error, text: string): string {
  const at = /position (\d+)/.exec(message)?.[1]
  if (at === undefined || /line \d+/.test(message)) return message
  return `${message} (line ${text.slice(0, Number(at)).split('\n').length})`
}

const PAGE = Compile(Page)
const COMPONENT = Compile(Component)
const INCIDENT = Compile(Incident)

interface Checker<T> {
  Check(value: unknown): value is T
  Errors(value: unknown): { instancePath: string; message: string }[]
}

function checked<T>(type: unknown, value: unknown, where: string, problems: ImportProblem[]): T[] {
  const checker = type as Checker<T>
  if (!Array.isArray(value)) {
    problems.push({ where, message: 'Not a list.' })
    return []
  }
  return value.flatMap((item: unknown, index) => {
    if (checker.Check(item)) return [item]
    const [error] = checker.Errors(item)
    const field = error?.instancePath.slice(1).replaceAll('/', '.') ?? ''
    problems.push({
      where: `${where}, number ${index + 1}${field === '' ? '' : `, ${field}`}`,
      message: `It ${error?.message ?? 'is not valid'}.`,
    })
    return []
  })
}

/** summary.json repeats open incidents; the later file wins. */
function onceEach(data: StatuspageData): StatuspageData {
  const once = <T extends { id: string }>(items: T[]) => [
    ...new Map(items.map((item) => [item.id, item])).values(),
  ]
  return {
    page: data.page,
    components: once(data.components),
    incidents: once(data.incidents),
    maintenances: once(data.maintenances),
  }
}
