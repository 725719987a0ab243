import type { CenterState } from './map/center-state.ts'

/** Clouds and products, with the same names as in the API. */

export interface Cloud {
  id: number
  title: string
  machine_name: string
  domain: string
  default_page: string
  type: string
  is_gov: boolean
  cloud_status: { datacenter: Flag; core_cloud_services: Flag; premium_datacenter: Flag }
  /** The most severe open problem of this cloud, or else its current maintenance. */
  state: CenterState
}

export interface Product {
  machine_name: string
  title: string
}

type Flag = '1' | '0'

/** The effect of open incidents on a cloud or place. `CENTER_STATES` adds maintenance. */
export const CLOUD_STATES = [
  'operational',
  'under_investigation',
  'service_degradation',
  'service_disruption',
] as const
export type CloudState = (typeof CLOUD_STATES)[number]

/** G-03: a cloud is governmental by itself, or because the whole deployment is. */
export function isGovernmental(cloud: Pick<Cloud, 'is_gov'>, isGovDeployment: boolean) {
  return cloud.is_gov || isGovDeployment
}
