// Theme, density and accent of the document. The first two are attributes of <html>, which the tokens read; the server writes them into the
// first HTML from the cookies set here, and the day by the device's zone.
export type Theme = 'system' | 'light' | 'dark'
export type Density = 'default' | 'compact' | 'touch'

type Preference = 'locale' | 'theme' | 'density' | 'zone'
const pendingCookies = new Map<Preference, string>()
/** Stores a preference for a year on this device, so that the server has it before sign-in. Written after the page is drawn: setting a
 *  cookie blocks on the browser's cookie store. */
export function storePreference(name: Preference, value: string) {
  if (pendingCookies.size === 0) setTimeout(writeCookies, 500)
  pendingCookies.set(name, value)
}
function writeCookies() {
  // By document.cookie: two of the supported browsers have no Cookie Store.
  for (const [name, value] of pendingCookies) document.cookie = `lyceum_${name}=${value}; path=/; max-age=31536000; samesite=lax`
  pendingCookies.clear()
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', writeCookies)

export function showTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  storePreference('theme', theme)
}
export function showDensity(density: Density) {
  document.documentElement.dataset.density = density
  storePreference('density', density)
}

const defaultAccent = { hue: 192, vividness: 38 }
const accentId = 'accent'
let lastRequest = 0

/** Applies an organisation's accent; the default one is in the tokens. Resolves when it is applied. */
export async function showAccent(accent: { hue: number; vividness: number }): Promise<void> {
  const request = ++lastRequest
  const isDefault = accent.hue === defaultAccent.hue && Math.abs(accent.vividness - defaultAccent.vividness) <= 1
  const style = isDefault ? '' : (await import('../ui/marks/accent.ts')).accentStyle(accent)
  if (request !== lastRequest) return
  document.getElementById(accentId)?.remove()
  if (!style) return
  const element = document.createElement('style')
  element.id = accentId
  element.textContent = style
  document.head.append(element)
}
