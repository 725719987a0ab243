import { protectedPage } from '../../domain/account/protected-page.ts'

export interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

type Address = Pick<HTMLAnchorElement, 'origin' | 'pathname' | 'search'>

const SLOW_CONNECTIONS = ['slow-2g', '2g']

export function isWorthPrefetching(
  link: Address & Pick<HTMLAnchorElement, 'target' | 'download'>,
  { here, connection }: { here: Address; connection: NetworkInformation | undefined },
): boolean {
  const isHere = link.pathname === here.pathname && link.search === here.search
  const isOwnPage = link.origin === here.origin && link.target !== '_blank' && link.download === ''
  const isScarce = connection?.saveData === true || SLOW_CONNECTIONS.includes(connection?.effectiveType ?? '')
  // Pages of the past are separate documents.
  const isOfPast = /[?&]edition=/.test(link.search)
  return isOwnPage && !isHere && !isScarce && !isOfPast && !isOfAccount(link.pathname)
}

function isOfAccount(path: string) {
  return protectedPage(path) !== undefined || path === '/sign-out' || path.startsWith('/user/')
}
