import * as canaries from '../../src/demo/canaries.ts'
import { FUTURE_BANNER } from './odd-edition.ts'

/** Text that no public answer contains: unpublished words of the demo, and names of internal fields. */
export const SECRET_WORDS = new RegExp(
  [
    ...Object.values(canaries),
    FUTURE_BANNER,
    'internal_note',
    'slack_link',
    'jira_link',
    'sfdc_link',
    'severity_link',
  ].join('|'),
)
