import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import { cancelImport, toSubscriberImport } from '../../accounts/imports/import-jobs.ts'
import { importSubscribers } from '../../accounts/imports/import-subscribers.ts'
import type {
  StatuspageAsked,
  StatuspageSaid,
  SubscriberImport,
  SubscribersAsked,
  SubscribersSaid,
  ThreatsAsked,
  ThreatsSaid,
} from '../../contract/imports.ts'
import type { Actor } from '../../domain/actor.ts'
import { listed } from '../../domain/imports/read-csv.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'
import { importStatuspage } from '../../publishing/imports/import-statuspage.ts'
import { importThreats } from '../../publishing/imports/import-threats.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { Fault } from '../http/faults.ts'
import { wrongFields } from './asked.ts'
import { limitFault } from './limit-fault.ts'

interface Running {
  context: AccountContext
  actor: Actor
}

interface RunningOnCloud extends Running {
  who: 'person' | 'token'
  limit: CloudLimit
}

interface RunningRecords extends RunningOnCloud {
  pass: ApprovalPass | undefined
}

export async function runStatuspage(
  { context, actor, who, limit, pass }: RunningRecords,
  { without_approval: typed, ...asked }: Static<typeof StatuspageAsked>,
): Promise<StatuspageSaid> {
  const { plan, applies } = planOf(asked)
  const { files, cloud, columns } = asked
  const reason = typed?.trim() ?? ''
  const outcome = await importStatuspage(context.newsroom.db, {
    files,
    cloud,
    columns,
    applies,
    actor,
    limit,
    pass: who === 'person' && reason !== '' ? { kind: 'without', reason } : pass,
    now: context.clock(),
  })
  if (outcome.kind === 'no-such-cloud') throw noCloud(cloud)
  if (outcome.kind === 'outside-limit')
    throw (await limitFault(context, { who, limit, content: outcome.about })) ?? new Fault('not-allowed')
  if (outcome.kind === 'needs-approval') throw wrongFields({ without_approval: NEEDS_APPROVAL[who] })
  const { tables } = outcome
  if (outcome.kind === 'refused')
    return { ...NOTHING_OF_STATUSPAGE, plan, problems: outcome.problems, tables }
  const { report } = outcome
  return {
    plan,
    is_done: outcome.kind === 'imported',
    problems: [],
    new_categories: report.newCategories,
    new_services: report.newServices,
    known_services: report.knownServices,
    incidents: report.incidents,
    maintenances: report.maintenances,
    updates: report.updates,
    left_out: report.leftOut,
    services: report.services.map(({ isNew: is_new, ...service }) => ({ ...service, is_new })),
    records: report.records.map((record) => ({
      kind: record.kind,
      title: record.title,
      their_status: record.theirStatus,
      status: record.status,
      their_impact: record.theirImpact,
      severity: record.severity,
      services: record.services,
      starts_at: record.startsAt.toISOString(),
      ends_at: record.endsAt?.toISOString() ?? null,
      updates: record.updates,
      has_postmortem: record.hasPostmortem,
      shown: record.shown,
    })),
    tables,
  }
}

/** Applies to a preview. An import lists all of them. */
const LEFT_OUT_LISTED = 1_000

export async function runSubscribers(
  { context, actor, who, limit }: RunningOnCloud,
  asked: Static<typeof SubscribersAsked>,
): Promise<SubscribersSaid> {
  const { plan, applies } = planOf(asked)
  const { file, columns, cloud, source = 'statuspage', are_confirmed } = asked
  const outcome = await importSubscribers(context.accounts.desk, {
    fileName: file.name,
    text: file.text,
    columns,
    cloud,
    source,
    areConfirmed: are_confirmed,
    staffDomains: heldEdition(context).edition.site.provider.staff_domains,
    plan,
    applies,
    actor,
    limit,
    now: context.clock(),
  })
  if (outcome.kind === 'no-such-cloud') throw noCloud(cloud)
  if (outcome.kind === 'outside-limit')
    throw (
      (await limitFault(context, { who, limit, content: { clouds: outcome.clouds } })) ??
      new Fault('not-allowed')
    )
  if (outcome.kind === 'refused')
    return {
      plan,
      is_done: false,
      problems: byLine(outcome.problems),
      new_accounts: 0,
      known_accounts: 0,
      left_out: [],
      lines_left_out: 0,
      table: outcome.table ?? null,
      job: null,
    }
  const { newAccounts, knownAccounts, leftOut } = outcome.report
  return {
    plan,
    is_done: false,
    problems: [],
    new_accounts: newAccounts,
    known_accounts: knownAccounts,
    left_out: leftOut.slice(0, LEFT_OUT_LISTED),
    lines_left_out: leftOut.length,
    table: outcome.table,
    job: outcome.kind === 'queued' ? toSubscriberImport(outcome.job) : null,
  }
}

export async function runCancel({
  context,
  actor,
  limit,
  id,
}: Running & { limit: CloudLimit; id: number }): Promise<SubscriberImport> {
  const canceled = await cancelImport(context.accounts.desk, { id, limit, actor, now: context.clock() })
  switch (canceled.kind) {
    case 'canceled':
      return canceled.job
    case 'ended-before':
      throw new Fault('conflict', { message: 'This import has ended, so it can’t be canceled.' })
    case 'not-found':
      throw noImport(id)
  }
}

export function foundImport<Found>(id: number, found: Found | undefined): Found {
  if (found === undefined) throw noImport(id)
  return found
}

function noImport(id: number) {
  return new Fault('not-found', {
    message: `There is no import ${id}. Imports are listed for 30 days after they end.`,
  })
}

export async function runThreats(
  { context, actor }: Running,
  asked: Static<typeof ThreatsAsked>,
): Promise<ThreatsSaid> {
  const { plan, applies } = planOf(asked)
  const outcome = await importThreats(context.newsroom.db, {
    text: asked.file.text,
    columns: asked.columns,
    applies,
    actor,
    now: context.clock(),
  })
  const csv = outcome.csv ?? null
  if (outcome.kind === 'refused') return { ...NO_THREATS, plan, problems: byLine(outcome.problems), csv }
  const { table, lines, replaced, blocked, firstDay, lastDay } = outcome.report
  return {
    plan,
    is_done: outcome.kind === 'imported',
    problems: [],
    table,
    csv,
    lines,
    replaced,
    blocked,
    first_day: firstDay,
    last_day: lastDay,
  }
}

function planOf({ plan: looked, ...asked }: { plan?: string }) {
  const plan = createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  if (looked !== undefined && looked !== plan)
    throw new Fault('conflict', {
      message: 'This differs from the preview. Preview it again, then import.',
    })
  return { plan, applies: looked !== undefined }
}

const NEEDS_APPROVAL = {
  person:
    'Such records need a second person before they are published, and an import goes live at once. Say why it may, or switch that off for the import.',
  token:
    'Such records need a second person before they are published. Use a token with the scope "approval:skip", or leave the import to people.',
}

const NOTHING_OF_STATUSPAGE = {
  is_done: false,
  new_categories: [],
  new_services: [],
  known_services: [],
  incidents: [],
  maintenances: [],
  updates: 0,
  left_out: [],
  services: [],
  records: [],
}
const NO_THREATS = {
  is_done: false,
  table: '',
  lines: 0,
  replaced: 0,
  blocked: 0,
  first_day: '',
  last_day: '',
}

function byLine(problems: readonly { line: number; column?: string; message: string }[]) {
  return listed(
    problems.map(({ line, column, message }) => ({
      where: `Line ${line}${column === undefined ? '' : `, ${column}`}`,
      message,
    })),
  )
}

function noCloud(cloud: string) {
  return new Fault('wrong-input', {
    message: `There is no cloud "${cloud}".`,
    errors: { cloud: `There is no cloud "${cloud}".` },
  })
}
