// Page of a topic as a file: one HTML text that any browser reads without a network, in the six languages, with times by the clock of the organisation.
import type { contracts as activityContracts } from '@lyceum/activity/contracts'
import type { Reply } from '@lyceum/kit/calls/contract'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { localOf } from '@lyceum/kit/text/time-zones'
import en from '../i18n/en/topic-export.json' with { type: 'json' }
import id from '../i18n/id/topic-export.json' with { type: 'json' }
import ms from '../i18n/ms/topic-export.json' with { type: 'json' }
import th from '../i18n/th/topic-export.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/topic-export.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/topic-export.json' with { type: 'json' }

export type Topic = Reply<(typeof activityContracts)['GET /api/topics/:id']>
export type Post = Reply<(typeof activityContracts)['GET /api/topics/:id/posts']>['items'][number]
/** By the id that a text names. */
export type Pictures = Map<string, { name: string; mime: string; bytes: Buffer<ArrayBuffer> }>
export type Pages = AsyncIterable<{ items: readonly Post[]; pictures: Pictures }>

type Texts = typeof en
const textsOf: Record<string, Texts> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }
export type TextOf = (key: keyof Texts, values?: Record<string, string>) => string
/** English for a language that is none of the six. */
export function topicTexts(wanted = 'en'): { lang: string; t: TextOf } {
  const lang = Object.hasOwn(textsOf, wanted) ? wanted : 'en'
  const t: TextOf = (key, values = {}) => textsOf[lang]![key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
  return { lang, t }
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (mark) => marks[mark]!)

/** Nothing is loaded from elsewhere, and no script runs, whatever a post holds. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
const styles = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, "Noto Sans", "Noto Sans Thai", "Noto Sans SC", "PingFang SC", "PingFang TC", "Microsoft YaHei", "Microsoft JhengHei", "Leelawadee UI", Thonburi, sans-serif; }
body { margin: 0 auto; padding: 24px 16px; max-width: 46rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 4px; font-size: 1.6rem; line-height: 1.3; }
.note, .about { color: GrayText; font-size: 0.875rem; }
.note { margin: 0 0 24px; }
article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 12px 0; }
article.reply { margin-inline-start: 24px; }
.about { margin: 0 0 4px; }
.about b { color: CanvasText; font-size: 1rem; }
.answer { border-inline-start: 3px solid #15803d; padding-inline-start: 12px; }
blockquote { margin: 8px 0; border-inline-start: 3px solid color-mix(in srgb, currentColor 30%, transparent); padding-inline-start: 12px; }
img { max-width: 100%; height: auto; }
pre { overflow-x: auto; white-space: pre-wrap; }
table { border-collapse: collapse; }
th, td { border: 1px solid color-mix(in srgb, currentColor 30%, transparent); padding: 4px 8px; }
@media print {
  :root { color-scheme: light; font-size: 11pt; }
  body { max-width: none; padding: 0; }
  .about, h1, tr, img { break-inside: avoid; break-after: auto; }
  .about, h1 { break-after: avoid; }
  a { color: inherit; }
}`

/** By the clock of a zone. */
export const timesIn = (zone: string) => (time: string) =>
  new Date(localOf(zone, Date.parse(time))).toISOString().slice(0, 16).replace('T', ' ')
export const nameOf = (t: TextOf, { name, alias }: Post['author']): string =>
  alias !== null ? t('student', { number: String(alias) }) : name || t('formerMember')

export type Shown = { lang: string; t: TextOf; zone: string; at: Date }
export async function* topicPage(topic: Topic, pages: Pages, { lang, t, zone, at }: Shown): AsyncIterable<string> {
  const timeOf = timesIn(zone)
  const title = escaped(topic.title)
  const note = t('note', { time: timeOf(at.toISOString()), zone })
  yield `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${styles}
</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p class="note">${escaped(note)}</p>
<main>
`
  for await (const { items, pictures } of pages) for (const post of items) yield postHtml(post, pictures, { t, timeOf })
  yield `</main>
</body>
</html>
`
}

function postHtml(post: Post, pictures: Pictures, { t, timeOf }: { t: TextOf; timeOf: (time: string) => string }): string {
  const { n, thread_n, parent_n, author, created_at, edited_at, accepted, state, quote, body } = post
  const about = [
    `<a href="#post-${n}">#${n}</a>`,
    `<b><bdi>${escaped(nameOf(t, author))}</bdi></b>`,
    `<time datetime="${escaped(created_at)}">${timeOf(created_at)}</time>`,
    ...(edited_at ? [escaped(t('edited', { time: timeOf(edited_at) }))] : []),
    ...(parent_n !== null ? [`${escaped(t('replyTo'))} <a href="#post-${parent_n}">#${parent_n}</a>`] : []),
    ...(accepted ? [escaped(t('answer'))] : []),
  ]
  const classes = [...(n !== thread_n && n !== 1 ? ['reply'] : []), ...(accepted ? ['answer'] : [])]
  // a hidden one that its reader may look at stays out of what leaves the place
  const text =
    state === 'shown'
      ? `${quote ? `<blockquote><p><bdi>${escaped(nameOf(t, quote.author))}</bdi> <a href="#post-${quote.n}">#${quote.n}</a></p><p>${escaped(quote.text)}</p></blockquote>\n` : ''}<div dir="auto">${withPictures(cleanHtml('body', body), pictures)}</div>`
      : `<p class="about">${escaped(t(state === 'removed' ? 'removed' : 'hidden'))}</p>`
  return `<article id="post-${n}"${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}>
<p class="about">${about.join(' · ')}</p>
${text}
</article>
`
}

/** A picture holds its bytes; one that was left out, and every attachment, stays by name. Ids of files and people mean nothing outside. */
const withPictures = (html: string, pictures: Pictures): string =>
  html
    .replaceAll(/<img\b[^<>]*>/g, (tag) => {
      const picture = pictures.get(/\sdata-upload="([0-9a-f-]{36})"/i.exec(tag)?.[1]?.toLowerCase() ?? '')
      const name = /\salt="([^"]*)"/.exec(tag)?.[1] || escaped(picture?.name ?? '')
      return picture
        ? `<img src="data:${picture.mime};base64,${picture.bytes.toString('base64')}" alt="${name}">`
        : name && `<span>[${name}]</span>`
    })
    .replaceAll(/(<(?:a|span)\b[^<>]*?)\sdata-(?:upload|mention)="[^"]*"/g, '$1')
