import { Link } from 'react-router'
import { useSignInAddress } from '../shell/use-sign-in-address.ts'

/** In what says that somebody is signed out. */
export function SignInLink({ onClick }: { onClick(): void }) {
  return (
    <Link to={useSignInAddress()} onClick={onClick}>
      Sign In
    </Link>
  )
}
