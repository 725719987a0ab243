import { createHash } from 'node:crypto'
import { type CsvLine, readCsv, type TablePreview } from '../../domain/imports/read-csv.ts'
import type { ImportedComponent, ImportedIncident } from './statuspage-data.ts'
import type { ImportFile, ImportProblem } from './statuspage-file.ts'
import { statusClassOf } from './statuspage-words.ts'

const INCIDENT_COLUMNS = [
  'title',
  'started_at',
  'resolved_at',
  'status',
  'impact',
  'body',
  'postmortem',
  'components',
  'id',
] as const
type Column = (typeof INCIDENT_COLUMNS)[number]

const NEEDED: readonly Column[] = ['title', 'started_at']
const LIMITS = { bytes: 16 * 1024 * 1024, lines: 20_000 }

export interface IncidentTable {
  incidents: ImportedIncident[]
  components: ImportedComponent[]
  problems: ImportProblem[]
  table: TablePreview | undefined
}

export async function readIncidentTable(
  { name, text }: ImportFile,
  named: Readonly<Record<string, string>>,
): Promise<IncidentTable> {
  const read = await readCsv(text, {
    columns: INCIDENT_COLUMNS,
    optional: INCIDENT_COLUMNS.filter((column) => !NEEDED.includes(column)),
    texts: ['title', 'body', 'postmortem'],
    named,
    limits: LIMITS,
  })
  const place = (line: number, column?: string) =>
    `${name}, line ${line}${column === undefined ? '' : `, ${column}`}`
  if (read.kind === 'refused') {
    const problems = read.problems.map(({ line, column, message }) => ({
      where: place(line, column),
      message,
    }))
    return { incidents: [], components: [], problems, table: read.table }
  }
  const problems: ImportProblem[] = []
  const components = new Map<string, ImportedComponent>()
  const incidents = read.lines.flatMap((row) => {
    const mistakes = mistakesOf(row)
    problems.push(...mistakes.map(({ column, message }) => ({ where: place(row.line, column), message })))
    if (mistakes.length > 0) return []
    const incident = incidentOf(row)
    for (const component of incident.components) components.set(component.id, component)
    return [incident]
  })
  return { incidents, components: [...components.values()], problems, table: read.table }
}

function mistakesOf({ cells }: CsvLine<Column>): { column: Column; message: string }[] {
  const mistakes: { column: Column; message: string }[] = []
  if (cells.title === '') mistakes.push({ column: 'title', message: 'It is empty.' })
  for (const column of ['started_at', 'resolved_at'] as const) {
    if (cells[column] === '' && column === 'resolved_at') continue
    if (timeIn(cells[column]) === undefined)
      mistakes.push({
        column,
        message: 'It must be a time such as 2026-11-15 03:00, in UTC if it names no zone.',
      })
  }
  const status = statusIn(cells.status)
  if (status !== '' && statusClassOf(status) === undefined)
    mistakes.push({
      column: 'status',
      message: `Unknown status “${cells.status}”. Use investigating, identified, monitoring or resolved.`,
    })
  if (!IMPACTS.includes(cells.impact.toLowerCase()))
    mistakes.push({
      column: 'impact',
      message: `Unknown impact “${cells.impact}”. Use none, minor, major or critical.`,
    })
  return mistakes
}

const IMPACTS = ['', 'none', 'minor', 'major', 'critical']

function statusIn(cell: string) {
  return cell.trim().toLowerCase().replaceAll(' ', '_')
}

function timeIn(cell: string): string | undefined {
  const [, day, clock = '00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/.exec(
      cell,
    ) ?? []
  if (day === undefined) return undefined
  const time = new Date(`${day}T${clock}${zone === 'UTC' ? 'Z' : zone}`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

function incidentOf({ cells }: CsvLine<Column>) {
  const created_at = timeIn(cells.started_at) ?? ''
  const resolved_at = timeIn(cells.resolved_at) ?? null
  // A line without a status is history: the incident is over, even without an end time.
  const status = statusIn(cells.status) || 'resolved'
  return {
    id: cells.id === '' ? idOf(`${cells.title}\n${created_at}`) : cells.id,
    name: cells.title,
    status,
    impact: cells.impact === '' ? 'none' : cells.impact.toLowerCase(),
    created_at,
    resolved_at,
    postmortem_body: cells.postmortem === '' ? null : cells.postmortem,
    postmortem_published_at: cells.postmortem === '' ? null : (resolved_at ?? created_at),
    incident_updates: cells.body === '' ? [] : [{ id: 'body', status, body: cells.body, created_at }],
    components: cells.components
      .split(/[|;]/)
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({ id: idOf(name.toLowerCase()), name })),
  }
}

/** The same line gets the same id in a later import, so nothing is imported twice. */
function idOf(text: string) {
  return `csv-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}
