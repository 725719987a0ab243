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
