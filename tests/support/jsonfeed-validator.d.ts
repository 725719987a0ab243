/** Brings no types of its own. */
declare module 'jsonfeed-validator' {
  export default function validate(feed: object): { message: string; ruleId: string }[]
}
