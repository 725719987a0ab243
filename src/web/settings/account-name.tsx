/** Tells password managers whose password a form asks for. */
export function AccountName({ email }: { email: string | null }) {
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
}
