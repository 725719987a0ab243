export function AccountAside({ provider }: { provider: string }) {
  return (
    <>
      <h2>What an account is for</h2>
      <p>
        You can read every page of this site without one. With an account, you get messages from {provider}:
      </p>
      <ul>
        <li>about the clouds, services and data centers you choose,</li>
        <li>when something breaks, and when it works again,</li>
        <li>before planned maintenance begins.</li>
      </ul>
    </>
  )
}
