import { CLOUD_STATES, type Cloud, type CloudState } from '../../domain/cloud.ts'

/** CLOUD_STATES runs from calm to grave. */
export function gravestState(clouds: readonly Pick<Cloud, 'state'>[]): CloudState {
  const gravest = Math.max(0, ...clouds.map(({ state }) => CLOUD_STATES.indexOf(state)))
  return CLOUD_STATES[gravest] ?? 'operational'
}
