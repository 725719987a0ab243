import type { Config } from '../config.ts'

export function explainListen(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): string {
  const { code, message } = error as { code?: string; message: string }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set PORT to another number.`
    case 'EACCES':
      return `This user may not use port ${port}. Set PORT to a number above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`
    default:
      return `Cannot listen on ${host}:${port}: ${message}`
  }
}
