// Language, theme and density from the cookies that theme.ts writes, for a page served as a static file; into other pages the server writes them.
const cookie = (name: 'locale' | 'theme' | 'density') => new RegExp(`(?:^|; )lyceum_${name}=([^;]*)`).exec(document.cookie)?.[1]

export const cookieLocale = () => cookie('locale')

export function themeFromCookies() {
  const { dataset } = document.documentElement
  const theme = cookie('theme')
  const density = cookie('density')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  if (density === 'compact' || density === 'touch') dataset.density = density
}
