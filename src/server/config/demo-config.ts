import { isLoopbackHost } from '../../domain/loopback-host.ts'
import { WrongValue } from './values.ts'

type Read = (name: string) => string | undefined

/** The demo is on by default only if nothing suggests production, so that operators need not know to turn it off. */
export function toDemo(read: Read, { publicUrl }: { publicUrl: string }) {
  const given = read('DEMO')
  switch (given) {
    case '0':
      return { hasDemo: false, isDemoOpen: false }
    case '1':
      return { hasDemo: true, isDemoOpen: true }
    case 'local':
      return { hasDemo: true, isDemoOpen: false }
    case undefined:
      return { hasDemo: !suggestsProduction(read, publicUrl), isDemoOpen: false }
    default:
      throw new WrongValue(`DEMO must be 0, 1 or local, not "${given}".`)
  }
}

function suggestsProduction(read: Read, publicUrl: string): boolean {
  return (
    read('DATABASE_URL') !== undefined ||
    read('TRUSTED_PROXIES') !== undefined ||
    !isLoopbackHost(new URL(publicUrl).hostname) ||
    read('NODE_ENV') === 'production'
  )
}

/** DEMO for child processes, which get DATABASE_URL from this one and would otherwise turn the demo off. */
export function demoVariable({ hasDemo, isDemoOpen }: ReturnType<typeof toDemo>): string {
  if (!hasDemo) return '0'
  return isDemoOpen ? '1' : 'local'
}
