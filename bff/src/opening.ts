// What index.html says at once, so that the browser need not ask for it one after another: who is signed in, the site's settings, what the page
// that was asked for reads and says, and its files.
import { locales, type Locale } from '@lyceum/identity/organisations/api'
import type { Read } from './first-reads.ts'

type OpenedPage = { files: string[]; texts: string[]; reads?: Read[] }
/** Written by web/build.mjs: the files, features and reads of the pages that people open from outside, and the features' texts by language. */
export type Preloads = {
  pages: Record<string, OpenedPage>
  texts: Record<string, Record<string, Record<string, string>>>
}

export const noPreloads: Preloads = { pages: {}, texts: {} }

export const readPreloads = (text: string): Preloads => {
  try {
    return JSON.parse(text) as Preloads
  } catch {
    return noPreloads
  }
}

/** What is known of the page at `path`, and what stands in it for the parameters of its address. */
export function openedPage({ pages }: Preloads, path: string): { page: OpenedPage; params: Record<string, string> } | undefined {
  const given = path.replace(/\/$/, '').split('/')
  for (const [address, page] of Object.entries(pages)) {
    const wanted = address.split('/')
    if (wanted.length !== given.length || !wanted.every((part, at) => part.startsWith(':') || part === given[at])) continue
    return {
      page,
      params: Object.fromEntries(wanted.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), given[at] ?? '']] : []))),
    }
  }
  return undefined
}

/** The texts of every page's frame. */
const frame = ['ui', 'shell']

/** The page up to where it says what is known, with its texts and with hints for the files of `page`, and the rest of it. */
export function opening(
  html: string,
  { page, lang, preloads }: { page: OpenedPage | undefined; lang: Locale; preloads: Preloads },
): [before: string, after: string] {
  const own = locales.includes(lang) ? preloads.texts[lang] : undefined
  const texts = [...frame, ...(page?.texts ?? [])].flatMap((feature) => (own?.[feature] ? [[feature, own[feature]] as const] : []))
  const links = (page?.files ?? []).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  const at = html.indexOf('</head>')
  return at < 0 ? [html, ''] : [html.slice(0, at) + links + data('texts', { lang, of: Object.fromEntries(texts) }), html.slice(at)]
}

/** config, session (null where nobody is signed in) and first reads, as data of the page. */
export const knownData = (known: object): string => data('known', known)

const data = (id: string, value: object): string =>
  // data of a script element ends at `</`, so no `<` may stand in it
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
