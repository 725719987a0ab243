/** A long email address breaks at the @ first, and inside a word only if needed. */
export function BreakableAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at === -1) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
