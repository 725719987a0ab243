import * as canaries from '../../src/demo/canaries.ts'
import { FUTURE_BANNER } from './odd-edition.ts'

/** What no answer to a stranger holds: words of the demo that are not published, and the names of internal fields. */
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
