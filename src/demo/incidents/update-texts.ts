export type UpdateStage = 'investigating' | 'identified' | 'progress' | 'monitoring' | 'resolved'

/** {subject} is a service or a list of data centers; {cause}, {fix}, {impact} come from the scenario. */
export const UPDATE_TEXTS: Readonly<Record<UpdateStage, readonly string[]>> = {
  investigating: [
    '<p>We are investigating a fault that affects <strong>{subject}</strong>. {impact}</p>',
    '<p>Our monitoring reports errors for {subject}. Engineers are at work; we will say more within {wait} minutes.</p>',
    '<p>We have confirmed the reports about {subject} and are looking for the cause.</p>',
    '<p>{subject}: the fault is confirmed. We are comparing the affected systems with healthy ones to narrow it down.</p>',
    '<p>The duty team has opened a bridge for {subject}. {impact} Next update within {wait} minutes.</p>',
    '<p>We see the fault in our own measurements since {from} UTC. No change of ours was under way at that time.</p>',
    '<p>Investigation of {subject} continues. We have ruled out a fault in the network and are now looking at the application tier.</p>',
    '<p>We are working on {subject} and have asked our suppliers for their findings in parallel.</p>',
    '<p>A second team has joined the work on {subject}. What we know so far: {impact}</p>',
  ],
  identified: [
    '<p>We have found the cause. {cause}</p>',
    '<p><strong>Cause:</strong> {cause} We are preparing the repair.</p>',
    '<p>{cause} The repair is being tested on one system before we apply it to all.</p>',
    '<p>The cause is known: {cause} Customers need not take any action.</p>',
    '<p>{cause}</p><p>We expect the repair to take about {wait} minutes.</p>',
    '<p>Analysis shows the following. {cause} Work on the repair has begun.</p>',
  ],
  progress: [
    '<p>The repair has been applied to half of the affected systems. Error rates are falling.</p>',
    '<p>Work continues. The number of affected users has fallen by about two thirds since the last update.</p>',
    '<p>A first attempt at the repair did not hold, and we have gone back one step. Next update within {wait} minutes.</p>',
    '<p>We are moving load away from the affected systems while the repair is under way. This may add some latency.</p>',
    '<p>The repair is taking longer than planned because each system has to be verified by hand. No further impact is expected.</p>',
    '<p>Most customers should see normal service again. We are working on the remaining systems.</p>',
    '<p>Supplier engineers are on site. Spare parts have arrived and are being fitted.</p>',
    '<p>The roll-out of the repair reached its second stage at {time} UTC; the third and last stage follows.</p>',
  ],
  monitoring: [
    '<p>The repair is in place everywhere. We are watching the service before we close this incident.</p>',
    '<p>Service has returned to normal levels. We will watch it for at least {wait} minutes.</p>',
    '<p>Error rates have been at their usual level since {time} UTC. We keep watching.</p>',
    '<p>All affected systems are back. If you still see a fault, please open a case with the time and a trace.</p>',
    '<p>Measurements are normal in all affected places. Traffic that had been moved is returning step by step.</p>',
    '<p>We consider the repair complete and are monitoring through the next busy period.</p>',
  ],
  resolved: [
    '<p>This incident is resolved. {fix}</p>',
    '<p><strong>Resolved.</strong> {fix} We apologise for the disturbance.</p>',
    '<p>{fix} No further errors have been seen, and we are closing this incident.</p>',
    '<p>Service is normal. {fix}</p><p>Customers who need a written report can ask for it through Support.</p>',
    '<p>The incident is closed after a period of watching without findings. {fix}</p>',
    '<p>We have confirmed normal service with the customers who reported the fault. {fix}</p>',
    '<p>{fix} Thank you for your patience, and for the traces that some of you sent.</p>',
  ],
}

export const HOW_FOUND: readonly string[] = [
  'Our own monitoring raised an alert.',
  'Reported by several customers within a few minutes; our monitoring confirmed it.',
  'Synthetic transactions from outside our network failed.',
  'A customer reported it through Support.',
  'Found by the duty engineer during a routine check.',
  'An automatic comparison of traffic with the previous week raised an alarm.',
  'The building operator informed us.',
  'Found by the team that operates the service, from a rise in error rates.',
  'A carrier informed us; our own probes confirmed the loss.',
  'Health checks removed systems from service and paged the duty team.',
]

/** {from}, {to} and {duration} say when; each of these is the second sentence of a report. */
export const TIMING_TEXTS: readonly string[] = [
  'The first signs came at {from} UTC. Service was back to normal at {to} UTC, {duration} later.',
  'The impact lasted {duration}, from {from} to {to} UTC.',
  'It began at {from} UTC and ended at {to} UTC.',
  'Customers were affected from {from} UTC until {to} UTC ({duration}).',
  'We count {duration} of impact, starting at {from} UTC.',
  'Between {from} and {to} UTC our measurements were outside their normal range.',
]

export const PREVENTION_TEXTS: readonly string[] = [
  'We have added this case to the tests that every release must pass.',
  'The alert for this condition now fires earlier and goes to the team that can act on it.',
  'The runbook has been corrected and walked through with all shifts.',
  'We reviewed other systems of the same kind; none shows the fault.',
  'A permanent repair is part of the next scheduled update.',
  'The same change has been made in all regions.',
  'We will repeat the failover test in this site within the month.',
]
