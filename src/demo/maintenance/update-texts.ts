export const REMINDER_TEXTS: readonly string[] = [
  '<p>Reminder: this work begins at {from} UTC as announced.</p>',
  '<p>Preparations are complete. The window is unchanged: {from} to {to} UTC.</p>',
  '<p>We have added details of the expected impact. {impact}</p>',
]

export const STARTED_TEXTS: readonly string[] = [
  '<p>The work has begun.</p>',
  '<p>Work began at {began} UTC. {impact}</p>',
  '<p>Engineers have started. We will report when the work is complete.</p>',
  '<p>The window is open and the first step is under way: {step}.</p>',
  '<p>We have begun with: <em>{step}</em>.</p>',
]

export const COMPLETED_TEXTS: readonly string[] = [
  '<p>The work is complete. All checks have passed.</p>',
  '<p>Completed at {to} UTC, within the window. Thank you for your patience.</p>',
  '<p>All steps are done and verified. Service is as usual.</p>',
  '<p>Complete. If you see anything unusual, please open a case.</p>',
  '<p>The work ended earlier than planned. All checks have passed.</p>',
  '<p>The work is complete. We keep a close watch through the next busy period.</p>',
]

export const POSTPONED_TEXTS: readonly string[] = [
  '<p>This work is postponed: a supplier could not confirm its engineers for the window. A new date will be announced.</p>',
  '<p>We have postponed this work because of an incident in the same region. We will announce a new window.</p>',
  '<p>Postponed. A check before the work found that the standby system needs a repair first.</p>',
  '<p>This work is postponed at the request of several customers who close their quarter at this time.</p>',
  '<p>Postponed: the release did not pass its last test. A corrected release will be announced separately.</p>',
]
