/**
 * Runs in <head> before the first paint: where both tokens are, the page keeps the place of what scripts will
 * show to whoever is signed in, and offers no sign-in until then. The edge allows it by its hash.
 */
export const signedInScript = `if(/(^|; )csrf_token=./.test(document.cookie)&&/(^|; )logout_token=./.test(document.cookie))document.documentElement.dataset.signedIn=""`
