import type { CommandInput } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'

interface Answer {
  data: { id: number; title: string; status: string; state: string; url: string | null }
}

/** What most commands end with: the record, for people in a line, for programs whole. */
export function tellRecord({ say, answer }: CommandInput, answered: unknown, done: string): ExitCode {
  const { data } = answered as Answer
  answer(data)
  say(`${done}: ${data.title} (${data.id}), ${data.status}.`)
  say(data.url ?? `It is a ${data.state}; readers don’t see it.`)
  return EXIT.ok
}
