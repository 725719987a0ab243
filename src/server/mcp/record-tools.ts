import { Type } from 'typebox'
import { withdrawalWords } from '../../domain/newsroom/withdrawal-words.ts'
import { type WorkPhase, workPhase } from '../../domain/work-phase.ts'
import type { EditionRecord } from '../../edition/edition-record.ts'
import { newestOf } from '../../edition/feeds/feed-entries.ts'
import { openIncidents, recordsOfCloud, whenOf } from '../../edition/record-shelf.ts'
import {
  CloudAsked,
  cloudsAsked,
  DEFAULT_LIMIT,
  found,
  limitAsked,
  mcpTool,
  refusal,
  type ToolView,
} from './mcp-tool.ts'
import { recordFacts, recordStory } from './record-facts.ts'

const MOST_RECORDS = 50

export const listIncidents = mcpTool({
  name: 'list_incidents',
  title: 'Incidents',
  description: 'Incidents, most recent first: only open ones, or past ones too.',
  input: Type.Object(
    {
      cloud: CloudAsked,
      open_only: Type.Optional(Type.Boolean({ default: false, description: 'Only open ones.' })),
      limit: limitAsked(MOST_RECORDS),
    },
    { additionalProperties: false },
  ),
  run(view, { cloud, open_only = false, limit = DEFAULT_LIMIT }) {
    const { records } = view.edition
    const clouds = cloudsAsked(view.edition, cloud)
    if (!Array.isArray(clouds)) return clouds
    const lists = clouds.map(({ id }) =>
      open_only ? openIncidents(records, id) : recordsOfCloud(records, 'incident', id),
    )
    return listed(view, 'incidents', newestOf(lists, limit, whenOf))
  },
})

/** Postponed work is neither active nor upcoming, so it counts as past. */
const WHEN = ['active', 'upcoming', 'past'] as const

export const listMaintenance = mcpTool({
  name: 'list_maintenance',
  title: 'Maintenance',
  description:
    'Maintenance in progress (active), planned (upcoming, soonest first) or past (most recent first, including postponed and canceled work).',
  input: Type.Object(
    {
      cloud: CloudAsked,
      when: Type.Optional(
        Type.Enum(WHEN, { default: 'upcoming', description: 'Which maintenance to list.' }),
      ),
      limit: limitAsked(MOST_RECORDS),
    },
    { additionalProperties: false },
  ),
  run(view, { cloud, when = 'upcoming', limit = DEFAULT_LIMIT }) {
    const clouds = cloudsAsked(view.edition, cloud)
    if (!Array.isArray(clouds)) return clouds
    const lists = clouds.map(({ id }) =>
      recordsOfCloud(view.edition.records, 'maintenance', id).filter(
        (work) => WHEN_OF[workPhase(work, view.now)] === when,
      ),
    )
    const order = when === 'upcoming' ? (work: EditionRecord) => -whenOf(work) : whenOf
    return listed(view, 'maintenance', newestOf(lists, limit, order))
  },
})

const WHEN_OF: Record<WorkPhase, (typeof WHEN)[number]> = {
  ahead: 'upcoming',
  'under-way': 'active',
  over: 'past',
  'put-off': 'past',
}

export const listAdvisories = mcpTool({
  name: 'list_advisories',
  title: 'Security advisories',
  description: 'Security advisories with their CVE numbers, newest first.',
  input: Type.Object({ cloud: CloudAsked, limit: limitAsked(MOST_RECORDS) }, { additionalProperties: false }),
  run(view, { cloud, limit = DEFAULT_LIMIT }) {
    const clouds = cloudsAsked(view.edition, cloud)
    if (!Array.isArray(clouds)) return clouds
    const lists = clouds.map(({ id }) => recordsOfCloud(view.edition.records, 'advisory', id))
    const advisories = newestOf(lists, limit, whenOf)
    return found({
      advisories: advisories.map((record) => ({
        ...recordFacts(view, record),
        cve_ids: record.cve_ids,
        cvss_score: record.cvss_score,
      })),
    })
  },
})

function listed(view: ToolView, name: string, records: readonly EditionRecord[]) {
  return found({ [name]: records.map((record) => recordFacts(view, record)) })
}

export const getRecord = mcpTool({
  name: 'get_record',
  title: 'One incident, maintenance, advisory or notification',
  description: 'Everything published about one record, with its updates, newest first.',
  input: Type.Object(
    { id: Type.Integer({ minimum: 1, description: 'ID of the record, from lists and URLs.' }) },
    { additionalProperties: false },
  ),
  run(view, { id }) {
    const record = view.edition.records.byId.get(id)
    if (record !== undefined) return found(recordStory(view, record))
    const note = view.edition.records.notes.get(id)
    return refusal(
      note === undefined
        ? `There is no published record ${id}.`
        : `Record ${id} was ${withdrawalWords(note.withdrawn_reason, note.withdrawn_on.toISOString())}`,
    )
  },
})
