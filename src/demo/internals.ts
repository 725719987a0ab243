import { INTERNAL_CANARY } from './canaries.ts'
import type { DemoInternals } from './demo-record.ts'
import { fill } from './fill.ts'
import { deck, type Random } from './random.ts'

const NOTES = [
  'Two accounts in the top tier have asked for a written cause. Draft is with Service Reliability.',
  'Same signature as the earlier fault in this tier. The repair planned then was moved to next quarter.',
  'Rollback took longer than the runbook says: step 4 needs an approval that no one on call can give.',
  'Support has {count} open cases. Macro text is in the case template, do not promise a date.',
  'Carrier ticket is open under our account number; ask for the duty manager, not for the help desk.',
  'The alert fired on time and was acknowledged after {count} minutes. Paging order has been changed.',
  'Failover worked by hand only. Automatic failover stays off in this site until the test has been repeated.',
  'One renewal is due this month at an affected account. The account team has been informed.',
  'Error budget of the service is used up for the month; releases need approval by Service Reliability.',
  'Impact was computed from gateway logs, not from probes: probes run on a path that was not affected.',
  'Vendor confirms a known defect. The fixed firmware is in our lab, roll-out plan to follow.',
  'Do not mention the carrier by name in public updates. Contract terms apply.',
  'Credits: about {count} accounts qualify. Finance has the list.',
  'The change had a review and a test. The test used a data set without large organizations.',
]

export function internalsDealer(random: Random) {
  const note = deck(random, NOTES)
  let ticket = 10_400

  return function deal({ share, isComplete = random.chance(0.6) }: { share: number; isComplete?: boolean }) {
    if (!random.chance(share)) return null
    ticket += random.int(3, 19)
    const text = fill(note(), { count: random.int(3, 14) })
    return isComplete ? completeInternals(text, ticket) : { ...NOTHING, note: withCanary(text, ticket) }
  }
}

export function completeInternals(note: string, ticket: number): DemoInternals {
  return {
    note: withCanary(note, ticket),
    chat: `https://chat.northwall.example/channels/inc-${ticket}?ref=${INTERNAL_CANARY}`,
    ticket: `https://tickets.northwall.example/browse/OPS-${ticket}?ref=${INTERNAL_CANARY}`,
    crm: `https://crm.northwall.example/cases/${500_000 + ticket}?ref=${INTERNAL_CANARY}`,
    severity: `https://severity.northwall.example/reviews/${ticket}?ref=${INTERNAL_CANARY}`,
  }
}

const NOTHING: DemoInternals = { note: null, chat: null, ticket: null, crm: null, severity: null }

function withCanary(note: string, ticket: number): string {
  return `${note} (OPS-${ticket}, ${INTERNAL_CANARY})`
}
