import * as canaries from '../../src/demo/canaries.ts'
import { fieldNames, INTERNAL_FIELDS } from '../../src/domain/record-fields.ts'
import { FUTURE_BANNER } from './odd-edition.ts'

/** Text that no public answer contains: unpublished words of the demo, and names of internal fields. */
export const SECRET_WORDS = new RegExp(
  [
    ...Object.values(canaries),
    FUTURE_BANNER,
    ...fieldNames(INTERNAL_FIELDS),
    // Also named here, in case one of them is made public by mistake.
    'internal_note',
    'slack_link',
    'jira_link',
    'sfdc_link',
    'severity_link',
  ].join('|'),
)
