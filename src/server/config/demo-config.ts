import { existsSync } from 'node:fs'
import { isLoopbackHost } from '../../domain/loopback-host.ts'
import { WrongValue } from './values.ts'

type Read = (name: string) => string | undefined

/** The demo runs by itself only where nothing suggests production: nobody should have to know that it must be stopped. */
export function toDemo(read: Read, { publicUrl, isContainer }: { publicUrl: string; isContainer: boolean }) {
  const told = read('DEMO')
  switch (told) {
    case '0':
      return { hasDemo: false, isDemoOpen: false }
    case '1':
      return { hasDemo: true, isDemoOpen: true }
    case 'local':
      return { hasDemo: true, isDemoOpen: false }
    case undefined:
      break
    default:
      throw new WrongValue(`DEMO must be 0, 1 or local, not "${told}".`)
  }
  const isPublic = !isLoopbackHost(new URL(publicUrl).hostname)
  const isDeployed = isContainer && (read('SAID_NODE_ENV') ?? read('NODE_ENV')) === 'production'
  return { hasDemo: read('DATABASE_URL') === undefined && !isPublic && !isDeployed, isDemoOpen: false }
}

const MARKS_OF_CONTAINERS = ['/.dockerenv', '/run/.containerenv']

export function isInContainer(env: Record<string, string | undefined>): boolean {
  return (
    env.container !== undefined ||
    env.KUBERNETES_SERVICE_HOST !== undefined ||
    MARKS_OF_CONTAINERS.some((file) => existsSync(file))
  )
}
