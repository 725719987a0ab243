/** Kept only when the reader chooses a theme; without it the system decides. */
export const THEME_KEY = 'candor-theme'

/** Runs in <head> before the first paint, so that a chosen theme never flashes. The edge allows it by its hash. */
export const themeScript = `try{var t=localStorage.getItem(${JSON.stringify(THEME_KEY)});if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`
