export type UpdateStage = 'investigating' | 'identified' | 'progress' | 'monitoring' | 'resolved'
export type IncidentPool = 'service' | 'data center'

/**
 * {subject} is a service or a list of data centers, {wait} the time until the next update, {time} a clock time just
 * before this one. {cause} and {fix} come from the scenario.
 */
type UpdateTexts = Readonly<Record<UpdateStage, readonly string[]>>

const FOR_BOTH: UpdateTexts = {
  investigating: [
    '<p>We are investigating a fault that affects <strong>{subject}</strong>. Next update within {wait}.</p>',
    '<p>Our monitoring reports errors for {subject}. Engineers are at work; we will say more within {wait}.</p>',
    '<p>We have confirmed the fault in {subject} and are looking for its cause.</p>',
    '<p>The duty team has opened a bridge for {subject}. Next update within {wait}.</p>',
    '<p>We see the fault in our own measurements since {from} UTC. No change of ours was under way at that time.</p>',
    '<p>A second team has joined the work on {subject}.</p>',
  ],
  identified: [
    '<p>We have found the cause. {cause}</p>',
    '<p><strong>Cause:</strong> {cause} We are preparing the repair.</p>',
    '<p>{cause} The repair is being tested on one system before we apply it to all.</p>',
    '<p>The cause is known. {cause} No customer action is needed.</p>',
    '<p>{cause}</p><p>We will report on the repair within {wait}.</p>',
    '<p>Analysis shows the following. {cause} Work on the repair has begun.</p>',
  ],
  progress: [
    '<p>The repair has been applied to half of the affected systems. Error rates are falling.</p>',
    '<p>Work continues. The number of affected users has fallen by about two thirds since the last update.</p>',
    '<p>A first attempt at the repair did not hold, and we have gone back one step. Next update within {wait}.</p>',
    '<p>The repair is taking longer than planned because each system has to be verified by hand.</p>',
    '<p>Most customers should see normal service again. We are working on the remaining systems.</p>',
  ],
  monitoring: [
    '<p>The repair is in place everywhere. We are watching the service before we close this incident.</p>',
    '<p>Service has returned to normal levels and has stayed there so far.</p>',
    '<p>Error rates have been at their usual level since {time} UTC. We keep watching.</p>',
    '<p>All affected systems are back. If you still see a fault, please open a case with the time and a trace.</p>',
  ],
  resolved: [
    '<p>This incident is resolved. {fix}</p>',
    '<p><strong>Resolved.</strong> {fix} We apologize for the disruption.</p>',
    '<p>{fix} No further errors have been seen, and we are closing this incident.</p>',
    '<p>Service is normal. {fix}</p><p>Customers who need a written report can ask for it through Support.</p>',
    '<p>The incident is closed after a period of watching without findings. {fix}</p>',
    '<p>We have confirmed normal service with the customers who reported the fault. {fix}</p>',
    '<p>{fix} Thank you for your patience, and for the traces that some of you sent.</p>',
  ],
}

const FOR_SERVICES: UpdateTexts = {
  investigating: [
    '<p>{subject}: the fault is confirmed. We are comparing the affected systems with healthy ones to narrow it down.</p>',
    '<p>Investigation of {subject} continues. We have ruled out the network and are looking at the application tier.</p>',
    '<p>We have gathered logs of {subject} from before and after the first error and are reading them now.</p>',
  ],
  identified: ['<p>We can reproduce the fault in our test environment. {cause}</p>'],
  progress: [
    '<p>The roll-out of the repair reached its second stage at {time} UTC; the third and last stage follows.</p>',
    '<p>Queues that built up during the incident are being worked off.</p>',
    '<p>We have added capacity while the repair is under way, so that the impact does not grow.</p>',
  ],
  monitoring: ['<p>We consider the repair complete and are monitoring through the next busy period.</p>'],
  resolved: [],
}

const FOR_DATA_CENTERS: UpdateTexts = {
  investigating: [
    '<p>We are working on {subject} and have asked carriers and building operator for their findings in parallel.</p>',
    '<p>Engineers are on their way to {subject}. Remote access to the equipment works.</p>',
    '<p>Traces through {subject} are being compared with those of the last week.</p>',
  ],
  identified: ['<p>The team on site confirms the finding. {cause}</p>'],
  progress: [
    '<p>We are moving load away from the affected systems while the repair is under way. This may add some latency.</p>',
    '<p>Supplier engineers are at work together with ours. Traffic continues on other paths.</p>',
    '<p>Part of the traffic returned at {time} UTC. The rest follows step by step.</p>',
  ],
  monitoring: [
    '<p>Measurements are normal in {subject}. Traffic that had been moved is returning step by step.</p>',
    '<p>All traffic is back in {subject}. We keep watching.</p>',
  ],
  resolved: [],
}

export const UPDATE_TEXTS: Readonly<Record<IncidentPool, UpdateTexts>> = {
  service: together(FOR_BOTH, FOR_SERVICES),
  'data center': together(FOR_BOTH, FOR_DATA_CENTERS),
}

const FOUND_BY_MONITORING: readonly string[] = [
  'Our own monitoring raised an alert.',
  'An automatic comparison of traffic with the previous week raised an alarm.',
  'Reported by several customers within a few minutes; our monitoring confirmed it.',
]

export const HOW_FOUND: Readonly<Record<IncidentPool | 'report', readonly string[]>> = {
  service: [
    ...FOUND_BY_MONITORING,
    'Synthetic transactions from outside our network failed.',
    'A customer reported it through Support.',
    'Found by the duty engineer during a routine check.',
    'Found by the team that operates the service, from a rise in error rates.',
  ],
  'data center': [
    ...FOUND_BY_MONITORING,
    'Probes from outside our network reported loss.',
    'Health checks removed systems from service and paged the duty team.',
    'Found by Network Operations from a change in traffic.',
  ],
  report: [
    'A customer reported it through Support.',
    'Several customers reported it through Support within a day.',
    'Our account teams passed on reports of customers.',
    'Reported in the customer community and confirmed by Support.',
  ],
}

/** {from}, {to} and {duration} give the time. The second paragraph of a report. */
export const TIMING_TEXTS: readonly string[] = [
  'The first signs came at {from} UTC. Service was back to normal at {to} UTC, {duration} later.',
  'The impact lasted {duration}, from {from} to {to} UTC.',
  'It began at {from} UTC and ended at {to} UTC, after {duration}.',
  'Customers were affected from {from} UTC until {to} UTC ({duration}).',
  'We count {duration} of impact, starting at {from} UTC.',
]

const PREVENTION_FOR_BOTH: readonly string[] = [
  'The alert for this condition now fires earlier and goes to the team that can act on it.',
  'The runbook has been corrected and walked through with all shifts.',
  'We reviewed other systems of the same kind; none shows the fault.',
  'The same change has been made in all regions.',
]

export const PREVENTION_TEXTS: Readonly<Record<IncidentPool, readonly string[]>> = {
  service: [
    ...PREVENTION_FOR_BOTH,
    'We have added this case to the tests that every release must pass.',
    'A permanent repair is part of the next scheduled update.',
  ],
  'data center': [
    ...PREVENTION_FOR_BOTH,
    'We will repeat the failover test there within the month.',
    'Other sites with the same supplier have been checked.',
  ],
}

function together(first: UpdateTexts, second: UpdateTexts): UpdateTexts {
  return {
    investigating: [...first.investigating, ...second.investigating],
    identified: [...first.identified, ...second.identified],
    progress: [...first.progress, ...second.progress],
    monitoring: [...first.monitoring, ...second.monitoring],
    resolved: [...first.resolved, ...second.resolved],
  }
}
