/**
 * Runs in <head> before the first paint: if both tokens are present, the page reserves the space for the
 * signed-in controls and hides the sign-in link. The edge allows it by its hash.
 */
export const signedInScript = `if(/(^|; )csrf_token=./.test(document.cookie)&&/(^|; )logout_token=./.test(document.cookie))document.documentElement.dataset.signedIn=""`
