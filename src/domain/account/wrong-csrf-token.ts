/** what a program is told. A page says it in words of its own. */
export const WRONG_CSRF_TOKEN = 'The header X-CSRF-Token is missing or wrong. Load the page again.'
