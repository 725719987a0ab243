import { WIDGET_SCRIPT_PATH } from '../domain/machine-paths.ts'
import { ATTRIBUTES_OF_TAGS } from '../domain/rich-text-tags.ts'

export const SPEEDOMETER_SCRIPT_PATH = '/theme/speedometer.js'

const OWN_SCRIPTS: readonly string[] = [WIDGET_SCRIPT_PATH, SPEEDOMETER_SCRIPT_PATH]

interface PolicyRules {
  createHTML(html: string): string
  createScriptURL(address: string): string
}

declare global {
  /** Missing in some browsers, where strings stay strings. */
  var trustedTypes:
    | { createPolicy<Rules extends Partial<PolicyRules>>(name: string, rules: Rules): Rules }
    | undefined
}

/**
 * The only way to insert markup and scripts into a public page: the security headers forbid strings and other policies.
 * Typed as strings, because that is all the React and DOM types accept.
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

/** A second line of defense behind the server's sanitizer: removes tags that it would not have written. */
export function withOwnTags(html: string): string {
  return html.replace(/<[^>]*>?/g, (tag) => (OWN_TAG.test(tag) ? tag : ''))
}

function ownScript(address: string): string {
  if (!OWN_SCRIPTS.includes(address)) throw new TypeError(`Not a script of this site: ${address}`)
  return address
}

/** `mark` is for FAQ search hits. */
const TAGS = [...ATTRIBUTES_OF_TAGS.keys(), 'mark'].join('|')
const ATTRIBUTES = [...new Set([...ATTRIBUTES_OF_TAGS.values()].flat())].join('|')
/** Allowed starts of links and image sources; rules out `javascript:` and others. */
const ADDRESS = '[/#]|https?:|mailto:|tel:|data:image/'
/** As the sanitizer writes them: lowercase names, double quotes, one space. */
const OWN_TAG = new RegExp(
  `^</?(?:${TAGS})(?: (?!(?:href|src)="(?!${ADDRESS}))(?:${ATTRIBUTES})="[^"]*")*(?: /)?>$`,
)
