/** The package has no types. */
declare module 'jsonfeed-validator' {
  export default function validate(feed: object): { message: string; ruleId: string }[]
}
