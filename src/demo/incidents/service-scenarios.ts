import type { ServiceName } from '../services.ts'
import { ACCESS_SCENARIOS } from './access-scenarios.ts'
import { AGENT_SCENARIOS } from './agent-scenarios.ts'
import { ALERTING_SCENARIOS } from './alerting-scenarios.ts'
import { DECEPTION_SCENARIOS } from './deception-scenarios.ts'
import { EXPERIENCE_AND_WORKLOAD_SCENARIOS } from './experience-and-workload-scenarios.ts'
import { INSPECTION_SCENARIOS } from './inspection-scenarios.ts'
import { MANAGEMENT_SCENARIOS } from './management-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { WEB_SCENARIOS } from './web-scenarios.ts'

export const SERVICE_SCENARIOS: Readonly<Record<ServiceName, readonly Scenario[]>> = {
  ...WEB_SCENARIOS,
  ...INSPECTION_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...EXPERIENCE_AND_WORKLOAD_SCENARIOS,
  ...DECEPTION_SCENARIOS,
  ...AGENT_SCENARIOS,
  ...MANAGEMENT_SCENARIOS,
  ...ALERTING_SCENARIOS,
}
