import type { ThreatFlow } from './threat-flow.ts'

export interface Ranked {
  key: string
  example: ThreatFlow
  blocked: number
}

export function ranked(flows: readonly ThreatFlow[], keyOf: (flow: ThreatFlow) => string): Ranked[] {
  const groups = new Map<string, { example: ThreatFlow; blocked: number }>()
  for (const flow of flows.filter(({ blocked }) => blocked > 0)) {
    const group = groups.get(keyOf(flow))
    if (group === undefined) groups.set(keyOf(flow), { example: flow, blocked: flow.blocked })
    else group.blocked += flow.blocked
  }
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .sort((a, b) => b.blocked - a.blocked || (a.key < b.key ? -1 : 1))
}

export function bySource({ country }: ThreatFlow): string {
  return country
}

export function byCity({ data_center }: ThreatFlow): string {
  return data_center.city
}

export function byDataCenter({ data_center }: ThreatFlow): string {
  return String(data_center.tid)
}

/** Categories may use the same family name. */
export function byFamily({ category, family }: ThreatFlow): string {
  return `${category} ${family}`
}
