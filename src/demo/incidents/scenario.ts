import type { ServiceName } from '../services.ts'

export type ScenarioGravity = 'disruption' | 'degradation' | 'investigation'

/**
 * One thing that goes wrong, told in parts. Texts may hold {places} (data centers), {region}, {other} (a city that
 * takes over), {percent}, {minutes}, {count} and {cloud}; a record fills each of them once.
 */
export interface Scenario {
  gravity: ScenarioGravity
  titles: readonly string[]
  summary: string
  impact: string
  workaround?: string
  cause: string
  fix: string
  tags: readonly string[]
}

export type ServiceScenarios = Readonly<Partial<Record<ServiceName, readonly Scenario[]>>>
