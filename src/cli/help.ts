import type { Command, Options } from './command.ts'
import { COMMANDS } from './commands.ts'
import { COMMON_OPTIONS } from './common-options.ts'

const EXIT_CODES = `Exit codes
  0   done; of status: everything runs
  1   refused, or something went wrong
  2   of status: something is open
  64  not understood
  69  the site cannot be reached, or is too busy
  77  the token is not known or may not do this`

/** All commands. */
export function helpText(): string {
  const width = Math.max(...COMMANDS.map((command) => usageOf(command).length))
  const lines = COMMANDS.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`)
  return [
    'candor: a status site from the command line',
    '',
    'Usage: candor <command> [options]',
    '',
    'Commands',
    ...lines,
    `  ${'help [command]'.padEnd(width)}  This, or more about a command`,
    '',
    'Options of every command',
    ...optionLines(COMMON_OPTIONS),
    '',
    EXIT_CODES,
  ].join('\n')
}

export function helpOf(command: Command): string {
  const own = optionLines(command.options)
  return [
    `candor ${usageOf(command)}: ${command.summary}`,
    ...(command.words === undefined ? [] : ['', command.words]),
    ...(own.length === 0 ? [] : ['', 'Options', ...own]),
    '',
    'Options of every command',
    ...optionLines(COMMON_OPTIONS),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${example}`),
    '',
    EXIT_CODES,
  ].join('\n')
}

function usageOf({ name, takes }: Command) {
  return takes === undefined ? name : `${name} ${takes}`
}

function optionLines(options: Options): string[] {
  const named = Object.entries(options).map(([name, { short, value, words }]) => ({
    left: [
      short === undefined ? '   ' : `-${short},`,
      ` --${name}`,
      value === undefined ? '' : ` <${value}>`,
    ].join(''),
    words,
  }))
  const width = Math.max(...named.map(({ left }) => left.length))
  return named.map(({ left, words }) => `  ${left.padEnd(width)}  ${words}`)
}
