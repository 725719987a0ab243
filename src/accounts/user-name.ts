interface Named {
  display_name: string | null
  username: string | null
  email: string | null
}

/** How somebody is called; whoever is known by nothing else signs in by their address. */
export function userName({ display_name, username, email }: Named): string {
  return display_name ?? username ?? email ?? ''
}
