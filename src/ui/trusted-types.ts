import { WIDGET_SCRIPT_PATH } from '../domain/machine-paths.ts'
import { ATTRIBUTES_OF_TAGS } from '../domain/rich-text-tags.ts'

export const SPEEDOMETER_SCRIPT_PATH = '/theme/speedometer.js'

/** The scripts that a page adds to itself. */
const OWN_SCRIPTS: readonly string[] = [WIDGET_SCRIPT_PATH, SPEEDOMETER_SCRIPT_PATH]

interface PolicyRules {
  createHTML(html: string): string
  createScriptURL(address: string): string
}

declare global {
  /** Not every browser has them; there strings stay strings. */
  var trustedTypes:
    | { createPolicy<Rules extends Partial<PolicyRules>>(name: string, rules: Rules): Rules }
    | undefined
}

/**
 * The only way to markup and scripts on a public page: the security headers refuse strings, and other policies. What it
 * gives out is typed as a string, because React and the DOM's types know nothing else.
 */
const policy: PolicyRules = createPolicy('candor', {
  createHTML: withOwnTags,
  createScriptURL: ownScript,
})

export function createPolicy<Rules extends Partial<PolicyRules>>(name: string, rules: Rules): Rules {
  return globalThis.trustedTypes?.createPolicy(name, rules) ?? rules
}

export function trustedHtml(html: string): string {
  return policy.createHTML(html)
}

export function trustedScript(path: string): string {
  return policy.createScriptURL(path)
}

/** A second lock behind the sanitizer of the server: tags that it would not have written are taken out. */
export function withOwnTags(html: string): string {
  return html.replace(/<[^>]*>?/g, (tag) => (OWN_TAG.test(tag) ? tag : ''))
}

function ownScript(address: string): string {
  if (!OWN_SCRIPTS.includes(address)) throw new TypeError(`Not a script of this site: ${address}`)
  return address
}

/** The FAQ marks what a search found. */
const TAGS = [...ATTRIBUTES_OF_TAGS.keys(), 'mark'].join('|')
const ATTRIBUTES = [...new Set([...ATTRIBUTES_OF_TAGS.values()].flat())].join('|')
/** Where links and pictures may lead: an address in another form, `javascript:` among them, is not ours. */
const ADDRESS = '[/#]|https?:|mailto:|tel:|data:image/'
/** As the sanitizer writes them: lowercase names, double quotes, one space. */
const OWN_TAG = new RegExp(
  `^</?(?:${TAGS})(?: (?!(?:href|src)="(?!${ADDRESS}))(?:${ATTRIBUTES})="[^"]*")*(?: /)?>$`,
)
