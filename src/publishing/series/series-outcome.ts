import type { MayEdit } from '../../domain/newsroom/may-edit.ts'

export type SeriesRefusal =
  | { kind: 'no-such-series' }
  | { kind: 'not-allowed'; content: CloudsOfSeries }
  | { kind: 'conflict' }
  | { kind: 'wrong'; errors: Readonly<Record<string, string>> }

export interface CloudsOfSeries {
  clouds: number[]
  services: number[]
}

export function refusalOfSeries(
  mayEdit: MayEdit,
  { clouds, services }: CloudsOfSeries,
): SeriesRefusal | undefined {
  return mayEdit({ kind: 'maintenance', notificationType: null, clouds, services })
    ? undefined
    : { kind: 'not-allowed', content: { clouds, services } }
}

export type SeriesOutcome = { kind: 'done'; id: number } | SeriesRefusal
