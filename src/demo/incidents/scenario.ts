import type { ServiceName } from '../services.ts'

export type ScenarioGravity = 'disruption' | 'degradation' | 'investigation'

/**
 * The parts of a fault. Texts may contain {places} (data centers), {region}, {other} (a city that takes over),
 * {percent}, {minutes}, {count} and {cloud}. Each has one value per record.
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
