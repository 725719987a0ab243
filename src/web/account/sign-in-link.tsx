import { Link } from 'react-router'
import { useSignInAddress } from '../shell/use-page-state.ts'

export function SignInLink({ onClick }: { onClick(): void }) {
  return (
    <Link to={useSignInAddress()} onClick={onClick}>
      Sign In
    </Link>
  )
}
