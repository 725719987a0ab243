import type { Socket } from 'node:net'
import { onTestFinished as ofTheTest } from 'vitest'
import type { MailWay, RawMail } from '../../src/mail/mail-message.ts'
import { openSmtpLanes } from '../../src/mail/smtp-lanes.ts'
import { rawServer, type Talk, talk } from './raw-mail-server.ts'

/** For servers that hang. */
const SHORT = { connectMs: 2000, greetMs: 600, answerMs: 600, sendMs: 1000, closeMs: 100 }

/** Lanes to a scripted server. Both stop with the test; concurrent tests pass their own `onTestFinished`. */
export async function lanesTo(
  how: Talk | ((socket: Socket, count: number) => void),
  {
    connections = 1,
    isHanging = false,
    onTestFinished = ofTheTest,
  }: { connections?: number; isHanging?: boolean; onTestFinished?: typeof ofTheTest } = {},
): Promise<{
  lanes: MailWay
  server: Awaited<ReturnType<typeof rawServer>>
  /** Whether the server has received such a command since the last call; `.` ends a mail. */
  hasComeTo: (command: string) => boolean
}> {
  const commands: string[] = []
  const noting = (options: Talk): Talk => ({
    ...options,
    onCommand: (line) => {
      commands.push(line)
      options.onCommand?.(line)
    },
    onMail: (lines) => {
      commands.push('.')
      options.onMail?.(lines)
    },
  })
  const server = await rawServer(typeof how === 'function' ? how : (socket) => talk(socket, noting(how)))
  const lanes = openSmtpLanes({
    url: server.url,
    host: 'trust.northwall.example',
    connections,
    // If the server does answer, a slow machine must not count as silence.
    ...(isHanging && { limits: SHORT }),
  })
  onTestFinished(async () => {
    await lanes.close()
    server.stop()
  })
  const hasComeTo = (command: string) => commands.splice(0).some((line) => line.startsWith(command))
  return { lanes, server, hasComeTo }
}

export function rawMail(of: Partial<RawMail> = {}): RawMail {
  return {
    from: 'trust@northwall.example',
    to: 'ada@customer.example',
    bytes: Buffer.from('Subject: Hello\r\n\r\nHello.\r\n'),
    isStillMine: () => true,
    note: '',
    ...of,
  }
}
