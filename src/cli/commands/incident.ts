import type { Command, Given, Options } from '../command.ts'
import {
  fieldsOf,
  isOn,
  NOTIFY_OPTIONS,
  nothingMore,
  notifyGiven,
  SUBJECT_OPTIONS,
  subjectOf,
  textOf,
  updateFieldsOf,
  updateOptions,
  WORDS_OPTIONS,
  wordsOf,
} from '../given.ts'
import { callStep, printRecord } from './print-record.ts'

const STATUS_OPTIONS: Options = {
  severity: { type: 'string', value: 'name', words: 'for example "Service Degradation"' },
  status: { type: 'string', value: 'name', words: 'for example Monitoring' },
  'next-update-at': { type: 'string', value: 'time', words: 'time of the next update, ISO 8601' },
}

export const incidentOpen: Command = {
  name: 'incident open',
  summary: 'Open an incident',
  options: {
    ...SUBJECT_OPTIONS,
    ...WORDS_OPTIONS,
    ...STATUS_OPTIONS,
    'started-at': { type: 'string', value: 'time', words: 'ISO 8601 with a time zone; default: now' },
    'internal-note': { type: 'string', value: 'text', words: 'for staff' },
    draft: { type: 'boolean', words: 'do not publish it yet' },
    ...NOTIFY_OPTIONS,
  },
  examples: [
    'candor incident open --title "Slow sign-ins" --cloud northwall_net --severity "Service Degradation"',
    'candor incident open -t "Outage" -c northwall_net --body-file report.txt --draft',
  ],
  run: async (input) => {
    const { site, given, rest } = input
    nothingMore(rest)
    const opened = await site.change('POST', '/api/v1/incidents', {
      ...subjectOf(given),
      ...fieldsOf(given, {
        severity: 'severity',
        status: 'status',
        'started-at': 'started_at',
        'next-update-at': 'next_update_at',
        'internal-note': 'internal_note',
      }),
      ...wordsOf(given),
      ...(isOn(given, 'draft') && { publish: false }),
      ...notifyGiven(given),
    })
    return printRecord(input, opened, isOn(given, 'draft') ? 'Drafted' : 'Opened')
  },
}

export const incidentUpdate: Command = {
  name: 'incident update',
  takes: '<id>',
  summary: 'Post an update to an incident',
  options: {
    ...WORDS_OPTIONS,
    ...STATUS_OPTIONS,
    ...updateOptions('recovered, or a severity lower than that of the incident'),
    ...NOTIFY_OPTIONS,
  },
  examples: [
    'candor incident update 1234 --body "A fix is on its way." --status Monitoring',
    'candor incident update 1234 --body "DNS works again." --service-state "DNS Control=recovered"',
    'candor incident update 1234 --body "DNS is affected as well." --add-service "DNS Control"',
  ],
  run: (input) =>
    callStep(input, {
      of: 'incidents',
      step: 'updates',
      done: 'Updated',
      fields: {
        ...fieldsOf(input.given, {
          severity: 'severity',
          status: 'status',
          'next-update-at': 'next_update_at',
        }),
        ...updateFieldsOf(input.given),
      },
    }),
}

export const incidentResolve: Command = {
  name: 'incident resolve',
  takes: '<id>',
  summary: 'Resolve an incident',
  options: {
    ...WORDS_OPTIONS,
    'closed-at': { type: 'string', value: 'time', words: 'when it ended, ISO 8601; default: now' },
    'post-mortem-due-on': {
      type: 'string',
      value: 'day',
      words: 'when its post-mortem is due, such as 2026-11-30; "none" if there will be none',
    },
    ...NOTIFY_OPTIONS,
  },
  examples: [
    'candor incident resolve 1234 --body "All systems work normally again."',
    'candor incident resolve 1234 --body "It was a false alarm." --post-mortem-due-on none',
  ],
  run: (input) =>
    callStep(input, {
      of: 'incidents',
      step: 'resolve',
      done: 'Resolved',
      fields: { ...fieldsOf(input.given, { 'closed-at': 'closed_at' }), ...postMortemDueOf(input.given) },
    }),
}

function postMortemDueOf(given: Given): { post_mortem_due_on?: string | null } {
  const day = textOf(given, 'post-mortem-due-on')
  return day === undefined ? {} : { post_mortem_due_on: day === 'none' ? null : day }
}

export const incidentReopen: Command = {
  name: 'incident reopen',
  takes: '<id>',
  summary: 'Reopen an incident',
  options: { ...WORDS_OPTIONS, ...NOTIFY_OPTIONS },
  examples: ['candor incident reopen 1234 --body "The errors are back."'],
  run: (input) => callStep(input, { of: 'incidents', step: 'reopen', done: 'Reopened' }),
}
