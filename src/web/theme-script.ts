import { STORED_NAMES } from '../ui/parts/preferences.ts'

/** Runs in <head> before the first paint, so that a remembered theme never flashes. The edge allows it by its hash. */
export const themeScript = `try{var s=localStorage,t=s.getItem(${JSON.stringify(STORED_NAMES.theme)});if(s.getItem(${JSON.stringify(STORED_NAMES.consent)})==="accepted"&&(t==="light"||t==="dark"))document.documentElement.dataset.theme=t}catch{}`
