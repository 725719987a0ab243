import type { CommandInput } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { idOf, mustHaveWords, notifyGiven } from '../given.ts'

interface Answer {
  data: { id: number; title: string; status: string; state: string; url: string | null }
}

export function printRecord({ say, answer }: CommandInput, answered: unknown, done: string): ExitCode {
  const { data } = answered as Answer
  answer(data)
  say(`${done}: ${data.title} (${data.id}), ${data.status}.`)
  say(data.url ?? `It is a ${data.state}; readers don’t see it.`)
  return EXIT.ok
}

export async function callStep(
  input: CommandInput,
  { of, step, done, fields = {} }: Step,
): Promise<ExitCode> {
  const { site, given, rest } = input
  const taken = await site.change('POST', `/api/v1/${of}/${idOf(rest)}/${step}`, {
    ...mustHaveWords(given),
    ...fields,
    ...notifyGiven(given),
  })
  return printRecord(input, taken, done)
}

interface Step {
  of: 'incidents' | 'maintenance'
  step: string
  done: string
  fields?: Record<string, unknown>
}
