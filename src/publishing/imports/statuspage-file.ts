import { listed, type TablePreview } from '../../domain/imports/read-csv.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { COMPONENT, INCIDENT, mistakesIn } from './check-statuspage.ts'
import { readIncidentTable } from './incident-table.ts'
import type { ImportedComponent, ImportedIncident, StatuspageData } from './statuspage-data.ts'

export interface ImportProblem {
  where: string
  message: string
}

export type StatuspageRead =
  | { kind: 'read'; data: StatuspageData; tables: NamedTable[] }
  | { kind: 'refused'; problems: ImportProblem[]; tables: NamedTable[] }

export interface NamedTable extends TablePreview {
  file: string
}

export interface ImportFile {
  name: string
  text: string
}

/**
 * Several files are one import: components.json, incidents.json, scheduled-maintenances.json, or only summary.json. A
 * CSV file has one incident per line; `columns` says which of its columns is which.
 */
export async function readStatuspage(
  files: readonly ImportFile[],
  columns: Readonly<Record<string, string>> = {},
): Promise<StatuspageRead> {
  const data: StatuspageData = { page: undefined, components: [], incidents: [], maintenances: [] }
  const problems: ImportProblem[] = []
  const tables: NamedTable[] = []
  for (const file of files) {
    if (!isTable(file)) readFile(file, data, problems)
    else {
      const read = await readIncidentTable(file, columns)
      if (read.table !== undefined) tables.push({ file: file.name, ...read.table })
      // One by one: a call can't take as many arguments as a large file has problems.
      for (const problem of read.problems) problems.push(problem)
      data.components.push(...read.components)
      data.incidents.push(...read.incidents)
    }
  }
  if (problems.length > 0) return { kind: 'refused', problems: listed(problems), tables }
  if (data.components.length + data.incidents.length + data.maintenances.length === 0) {
    const message = 'It contains no components, incidents or scheduled maintenances.'
    const where = files.map(({ name }) => name).join(', ')
    return { kind: 'refused', problems: [{ where, message }], tables }
  }
  return { kind: 'read', data: onceEach(data), tables }
}

function isTable({ name, text }: ImportFile) {
  return /\.(csv|tsv)$/i.test(name) && !/^\s*[[{]/.test(text.replace(/^\uFEFF/, ''))
}

function readFile(file: ImportFile, data: StatuspageData, problems: ImportProblem[]) {
  const { name, text } = file
  const parsed = parseJson(text)
  if (parsed.kind === 'refused') {
    problems.push({ where: name, message: parsed.message })
    return
  }
  const isBare = Array.isArray(parsed.value)
  for (const [key, value] of Object.entries(partsOf(parsed.value))) {
    const checked = <T>(fields: typeof INCIDENT): T[] => {
      const mistakes = mistakesIn(value, { key, isBare, fields, file })
      problems.push(...mistakes)
      return mistakes.length === 0 ? (value as T[]) : []
    }
    switch (key) {
      case 'page':
        if (isPage(value)) data.page = value
        break
      case 'components':
        data.components.push(...checked<ImportedComponent>(COMPONENT))
        break
      case 'incidents':
        for (const incident of checked<ImportedIncident>(INCIDENT)) {
          const isPlanned = incident.scheduled_for != null
          ;(isPlanned ? data.maintenances : data.incidents).push(incident)
        }
        break
      case 'scheduled_maintenances':
        data.maintenances.push(...checked<ImportedIncident>(INCIDENT))
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

function lineOf({ message }: Error, text: string): string {
  const at = /position (\d+)/.exec(message)?.[1]
  if (at === undefined || /line \d+/.test(message)) return message
  return `${message} (line ${text.slice(0, Number(at)).split('\n').length})`
}

function isPage(value: unknown): value is { id: string } {
  return value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string'
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
