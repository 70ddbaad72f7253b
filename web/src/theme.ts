// Theme and density as attributes of <html>, which the tokens read. The server writes them into the first HTML from the cookies set here.
export type Theme = 'system' | 'light' | 'dark'
export type Density = 'default' | 'compact' | 'touch'

type Remembered = 'locale' | 'theme' | 'density'
const toKeep = new Map<Remembered, string>()
/** For a year on this device, so that the server knows it before anybody has signed in. Written when the page is drawn: the browser's
 *  store of cookies is waited for. */
export function remember(name: Remembered, value: string) {
  if (toKeep.size === 0) setTimeout(keep, 500)
  toKeep.set(name, value)
}
function keep() {
  // By document.cookie, because the Cookie Store is missing in two of the browsers we serve.
  for (const [name, value] of toKeep) document.cookie = `lyceum_${name}=${value}; path=/; max-age=31536000; samesite=lax`
  toKeep.clear()
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', keep)

export const currentTheme = () => (document.documentElement.dataset.theme ?? 'system') as Theme

export function showTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  remember('theme', theme)
}
export function showDensity(density: Density) {
  document.documentElement.dataset.density = density
  remember('density', density)
}

const ours = { hue: 192, vividness: 38 }
const accentId = 'accent'
let asked = 0

/** Wears an organisation's accent from now on; ours is in the tokens already. Resolves when it is worn. */
export async function showAccent(accent: { hue: number; vividness: number }): Promise<void> {
  const nth = ++asked
  const plain = accent.hue === ours.hue && Math.abs(accent.vividness - ours.vividness) <= 1
  const style = plain ? '' : (await import('./ui/accent.ts')).accentStyle(accent)
  if (nth !== asked) return
  document.getElementById(accentId)?.remove()
  if (!style) return
  const element = document.createElement('style')
  element.id = accentId
  element.textContent = style
  document.head.append(element)
}
