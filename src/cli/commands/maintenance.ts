import type { Command, Options } from '../command.ts'
import { CliProblem, EXIT } from '../exit-code.ts'
import {
  fieldsOf,
  isOn,
  listOf,
  mustHave,
  NOTIFY_OPTIONS,
  nothingMore,
  notifyGiven,
  SUBJECT_OPTIONS,
  subjectOf,
  updateFieldsOf,
  updateOptions,
  WORDS_OPTIONS,
  wordsOf,
} from '../given.ts'
import { callStep, printRecord } from './print-record.ts'

const WINDOW: Options = {
  'starts-at': { type: 'string', value: 'time', words: 'ISO 8601 with a time zone' },
  'ends-at': { type: 'string', value: 'time', words: 'ISO 8601 with a time zone' },
}

export const maintenanceSchedule: Command = {
  name: 'maintenance schedule',
  summary: 'Plan maintenance',
  options: {
    ...SUBJECT_OPTIONS,
    ...WINDOW,
    ...WORDS_OPTIONS,
    remind: { type: 'string', multiple: true, value: 'minutes', words: 'before its window; may be repeated' },
    'manual-start': { type: 'boolean', words: 'do not change to In Progress automatically' },
    'manual-end': { type: 'boolean', words: 'do not change to Completed automatically' },
    draft: { type: 'boolean', words: 'do not publish it yet' },
    ...NOTIFY_OPTIONS,
  },
  examples: [
    'candor maintenance schedule -t "Upgrade" -c northwall_net --starts-at 2026-12-01T22:00Z --ends-at 2026-12-02T02:00Z --remind 1440',
  ],
  run: async (input) => {
    const { site, given, rest } = input
    nothingMore(rest)
    const planned = await site.change('POST', '/api/v1/maintenance', {
      ...subjectOf(given),
      starts_at: mustHave(given, 'starts-at'),
      ends_at: mustHave(given, 'ends-at'),
      ...wordsOf(given),
      remind_before_minutes: (listOf(given, 'remind') ?? []).map(minutesOf),
      starts_by_itself: !isOn(given, 'manual-start'),
      ends_by_itself: !isOn(given, 'manual-end'),
      ...(isOn(given, 'draft') && { publish: false }),
      ...notifyGiven(given),
    })
    return printRecord(input, planned, isOn(given, 'draft') ? 'Drafted' : 'Scheduled')
  },
}

function minutesOf(written: string): number {
  if (!/^[1-9]\d{0,5}$/.test(written))
    throw new CliProblem(EXIT.usage, `--remind takes whole minutes, not "${written}".`)
  return Number(written)
}

export const maintenanceStart = stepCommand(
  'start',
  'Start maintenance now, regardless of its window',
  'Started',
)
export const maintenanceComplete = stepCommand('complete', 'Complete maintenance', 'Completed')
export const maintenanceCancel = stepCommand('cancel', 'Cancel maintenance', 'Canceled')

function stepCommand(step: 'start' | 'complete' | 'cancel', summary: string, done: string): Command {
  return {
    name: `maintenance ${step}`,
    takes: '<id>',
    summary,
    options: { ...WORDS_OPTIONS, ...NOTIFY_OPTIONS },
    examples: [`candor maintenance ${step} 1234 --body "…"`],
    run: (input) => callStep(input, { of: 'maintenance', step, done }),
  }
}

export const maintenancePostpone: Command = {
  name: 'maintenance postpone',
  takes: '<id>',
  summary: 'Postpone maintenance to another window, or without a new one yet',
  options: { ...WORDS_OPTIONS, ...WINDOW, ...NOTIFY_OPTIONS },
  examples: [
    'candor maintenance postpone 1234 --body "We need more time." --starts-at 2026-12-08T22:00Z --ends-at 2026-12-09T02:00Z',
  ],
  run: (input) =>
    callStep(input, {
      of: 'maintenance',
      step: 'postpone',
      done: 'Postponed',
      fields: fieldsOf(input.given, { 'starts-at': 'starts_at', 'ends-at': 'ends_at' }),
    }),
}

export const maintenanceUpdate: Command = {
  name: 'maintenance update',
  takes: '<id>',
  summary: 'Post an update to maintenance, or move its end',
  options: {
    ...WORDS_OPTIONS,
    'ends-at': { type: 'string', value: 'time', words: 'the new end, if it takes longer or ends early' },
    status: { type: 'string', value: 'name', words: 'for example Monitoring' },
    'next-update-at': { type: 'string', value: 'time', words: 'time of the next update, ISO 8601' },
    ...updateOptions('finished'),
    ...NOTIFY_OPTIONS,
  },
  examples: ['candor maintenance update 1234 --body "It takes longer." --ends-at 2026-12-02T04:00Z'],
  run: (input) =>
    callStep(input, {
      of: 'maintenance',
      step: 'updates',
      done: 'Updated',
      fields: {
        ...fieldsOf(input.given, {
          'ends-at': 'ends_at',
          status: 'status',
          'next-update-at': 'next_update_at',
        }),
        ...updateFieldsOf(input.given),
      },
    }),
}
