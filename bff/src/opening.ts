// What index.html says at once, so that the browser need not ask for it one after another: who is signed in, the site's settings, and the files of
// the page that was asked for.
import { locales, type Locale } from '@lyceum/identity/organisations/api'

/** Written by web/build.mjs: the files of the pages that people open from outside, and the texts by language. */
export type Preloads = {
  pages: Record<string, { files: string[]; texts: string[] }>
  texts: Record<string, Record<string, string>>
}

const none: Preloads = { pages: {}, texts: {} }

export const readPreloads = (text: string | undefined): Preloads => {
  try {
    return text ? (JSON.parse(text) as Preloads) : none
  } catch {
    return none
  }
}

/** The page with `known` (config, session: null where nobody is signed in) as data, and hints for the files of `path`. */
export function opening(
  html: string,
  { path, lang, preloads, known }: { path: string; lang: Locale; preloads: Preloads; known: object },
): string {
  const found = Object.entries(preloads.pages).find(([address]) => matches(address, path))?.[1]
  const texts = found && locales.includes(lang) ? found.texts.map((feature) => preloads.texts[lang]?.[feature]) : []
  const links = [...new Set([...(found?.files ?? []), ...texts])]
    .flatMap((file) => (file ? [`<link rel="modulepreload" crossorigin href="/${file}">`] : []))
    .join('')
  // data of a script element ends at `</`, so no `<` may stand in it
  const data = JSON.stringify(known).replaceAll('<', '\\u003c')
  return html.replace('</head>', () => `${links}<script type="application/json" id="known">${data}</script></head>`)
}

function matches(address: string, path: string): boolean {
  const [wanted, given] = [address.split('/'), path.replace(/\/$/, '').split('/')]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
}
