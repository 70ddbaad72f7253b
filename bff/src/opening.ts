// Initial data of index.html, which saves the browser successive requests: the session, the site's settings, the page's first reads, its texts and
// its files; and the page's first look, which is painted before its code has run.
import { locales, type Locale } from '@lyceum/identity/organisations/api'
import type { FirstAnswers, Read } from './first-reads.ts'
import { type Constant, constantPart } from './gzip-parts.ts'

type OpenedPage = { files: string[]; texts: string[]; reads?: Read[] }
/** Written by web/build.mjs: files, features and reads of the pages that are opened from outside, and the features' texts by language. */
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

type Opened = { address: string; page: OpenedPage; params: Record<string, string> }
/** The page at `path`, with the parameters of its address; undefined for an unknown address. */
export function openedPage({ pages }: Preloads, path: string): Opened | undefined {
  const given = path.replace(/\/$/, '').split('/')
  for (const [address, page] of Object.entries(pages)) {
    const wanted = address.split('/')
    if (wanted.length !== given.length || !wanted.every((part, at) => part.startsWith(':') || part === given[at])) continue
    return {
      address,
      page,
      params: Object.fromEntries(wanted.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), given[at] ?? '']] : []))),
    }
  }
  return undefined
}

/** Features whose texts every page carries. */
const frame = ['ui', 'shell']

/** index.html of one page in one language: `open` up to its html element, `head` from there to the end of its head, its body, with the page's first
 *  look where it has one, and `end` from the place of the data. */
export type Shell = { open: string; head: Constant; body(look: string | undefined): string; end: string }

const htmlElement = /<html[^>]*>/
const app = '<div id="app">'

/** Adds the texts of `page` and preload hints of its files. Made once: it holds nothing of a request. */
export function shellOf(html: string, { page, lang, preloads }: { page: OpenedPage | undefined; lang: Locale; preloads: Preloads }): Shell {
  const own = locales.includes(lang) ? preloads.texts[lang] : undefined
  const texts = [...frame, ...(page?.texts ?? [])].flatMap((feature) => (own?.[feature] ? [[feature, own[feature]] as const] : []))
  const links = (page?.files ?? []).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  const [found] = htmlElement.exec(html) ?? []
  const [open = '', whole = ''] = found === undefined ? ['', html] : cut(html, html.indexOf(found), found.length)
  const [head = '', rest] = cut(whole, whole.indexOf('</head>'))
  if (rest === undefined) return { open, head: constantPart(whole), body: () => '', end: '' }
  const [body = '', end = ''] = cut(rest, rest.lastIndexOf('</body>'))
  return {
    open,
    head: constantPart(head + links + data('texts', JSON.stringify({ lang, of: Object.fromEntries(texts) }))),
    body: (look) => (look ? body.replace(app, () => app + look) : body),
    end,
  }
}

/** The text before `at`, and the text after the `length` characters there; one part where `at` is -1. */
const cut = (text: string, at: number, length = 0) => (at < 0 ? [text] : [text.slice(0, at), text.slice(at + length)])
/** config, session (null for visitors) and the answers of first reads, as data of the page. */
export const knownData = ({
  reads,
  ...known
}: {
  config?: object | undefined
  session?: object | null | undefined
  reads?: FirstAnswers | undefined
}): string => {
  const text = JSON.stringify(known)
  if (!reads) return data('known', text)
  const of = reads.of.map(({ call, input, body }) => `[${JSON.stringify(call)},${JSON.stringify(input)},${body}]`)
  return data(
    'known',
    `${text.slice(0, -1)}${text === '{}' ? '' : ','}"reads":{"org":${JSON.stringify(reads.org)},"of":[${of.join(',')}]}}`,
  )
}

const data = (id: string, json: string): string =>
  // `</` would end the script element, so the data holds no `<`
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
