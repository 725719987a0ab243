import type { ApiToken } from '../../../accounts/tokens/find-token.ts'
import { findAllNamed, findNamed, type Nameable } from '../../../domain/automation/find-named.ts'
import { mayReadAsProgram } from '../../../domain/newsroom/may-edit.ts'
import {
  type SaidPlaceState,
  statesOfNames,
  tidsOfStates,
} from '../../../publishing/automation/affected-places.ts'
import {
  namesOfDataCenters,
  namesOfServices,
  namesOfSeverities,
  namesOfStatuses,
} from '../../../publishing/automation/names-of-things.ts'
import type { MovedPlaces } from '../../../publishing/life/post-update.ts'
import { aboutRecord } from '../../../publishing/records/about-record.ts'
import { readNamedThings } from '../../../publishing/records/read-choices.ts'
import type { AccountContext } from '../../context.ts'
import { wrongFields } from '../asked.ts'

export async function statusAndSeverity(
  { context }: { context: AccountContext },
  { status, severity }: { status?: string | number; severity?: string | number },
): Promise<{ statusId?: number; severityTid?: number }> {
  if (status === undefined && severity === undefined) return {}
  const choices = await readNamedThings(context.newsroom.db)
  const statusFound = status === undefined ? undefined : findNamed(status, namesOfStatuses(choices), 'status')
  const severityFound =
    severity === undefined ? undefined : findNamed(severity, namesOfSeverities(choices), 'severity')
  if (statusFound?.kind === 'wrong' || severityFound?.kind === 'wrong') {
    throw wrongFields({
      ...(statusFound?.kind === 'wrong' && { status: statusFound.sentence }),
      ...(severityFound?.kind === 'wrong' && { severity: severityFound.sentence }),
    })
  }
  return {
    ...(statusFound !== undefined && { statusId: statusFound.id }),
    ...(severityFound !== undefined && { severityTid: severityFound.id }),
  }
}

type Names = readonly (string | number)[]

interface SaidPlaces {
  id: number
  add_services?: Names
  remove_services?: Names
  add_data_centers?: Names
  remove_data_centers?: Names
  affected?: readonly SaidPlaceState[]
}

export async function placesOf(
  { context, token }: { context: AccountContext; token: ApiToken },
  said: SaidPlaces,
): Promise<{ places?: MovedPlaces }> {
  const { affected = [] } = said
  if (affected.length === 0 && FIELDS.every((field) => (said[field] ?? []).length === 0)) return {}
  const { db } = context.newsroom
  const record = await aboutRecord(db, {
    recordId: said.id,
    mayEdit: () => false,
    mayRead: mayReadAsProgram(token.limit),
  })
  // The step itself reports the missing record.
  if (record === undefined) return {}
  const choices = await readNamedThings(db)
  const services = namesOfServices(choices, record.content.clouds)
  const centers = namesOfDataCenters(choices)
  const errors: Record<string, string> = {}
  const tids = (field: (typeof FIELDS)[number], things: Nameable[], what: string): number[] => {
    const found = findAllNamed(said[field] ?? [], things, what)
    if (found.kind === 'found') return found.ids
    errors[field] = found.sentence
    return []
  }
  const found = statesOfNames(affected, { things: choices, clouds: record.content.clouds })
  if (found.kind === 'wrong') errors.affected = found.sentence
  const states = found.kind === 'wrong' ? [] : found.states
  const places = {
    addServices: [...tids('add_services', services, 'service'), ...tidsOfStates(states, 'service')],
    removeServices: tids('remove_services', services, 'service'),
    addDataCenters: [
      ...tids('add_data_centers', centers, 'data center'),
      ...tidsOfStates(states, 'data-center'),
    ],
    removeDataCenters: tids('remove_data_centers', centers, 'data center'),
    ...(states.length > 0 && { states }),
  }
  if (Object.keys(errors).length > 0) throw wrongFields(errors)
  return { places }
}

const FIELDS = ['add_services', 'remove_services', 'add_data_centers', 'remove_data_centers'] as const
