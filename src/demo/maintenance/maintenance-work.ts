/**
 * One kind of planned work. Texts may contain {places} and {other} (data centers), {service}, {from}, {to}, {minutes}
 * and {cloud}.
 */
export interface MaintenanceWork {
  titles: readonly string[]
  summary: string
  steps: readonly string[]
  impact: string
  /** False: announced with the severity No Service Impact. */
  hasImpact: boolean
  hours: readonly [shortest: number, longest: number]
  tags: readonly string[]
}
