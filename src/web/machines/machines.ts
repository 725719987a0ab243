import type { Cloud } from '../../domain/cloud.ts'

export interface Machines {
  publicUrl: string
  cloud: Cloud
  hasSecurityTxt: boolean
  /** Null: the site has no log yet. */
  logKey: string | null
  services: readonly { tid: number; name: string }[]
  dataCenters: readonly { tid: number; name: string }[]
}
