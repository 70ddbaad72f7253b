// The mail of one or several notifications: HTML and text, in the organisation's name and colour, light and dark. Nothing is fetched when it is
// opened: no picture, no pixel, no font.
import { flat } from '@lyceum/kit/messages/letter'
import type { Mail } from '@lyceum/kit/messages/mail'
import { coloursOf, type Accent } from './colours.ts'
import { textsIn } from './texts.ts'

export type Line = { text: string; below: string[]; link: string }
export type News = {
  id: string
  locale: string
  to: string
  name: string
  org: string
  accent: Accent
  lines: Line[]
  /** The number of those that are not in the lines. */
  more: number
  /** The organisation demands all of it. */
  forced: boolean
  all: string
  settings: string
  /** The address that turns mail off by one click; none where it cannot be turned off. */
  unsubscribe: { page: string; post: string } | undefined
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A mail of one message is that message; of several their number. */
export function newsLetter({ id, locale: given, to, name, org, accent, lines, more, forced, all, settings, unsubscribe }: News): Mail {
  const { locale, text, several } = textsIn(given)
  const count = lines.length + more
  const [first] = lines
  const shown = { org: flat(org), name: flat(name) }
  const subject = count === 1 && first ? first.text : several('several', count, shown)
  const greeting = text('greeting', shown)
  const rest = more > 0 ? several('more', more) : ''
  const why = text(forced ? 'whyForced' : 'why', shown)
  const { light, dark } = coloursOf(accent)
  const plainLines = lines.map(({ text: line, below, link }) => [line, ...below, link].join('\n'))
  const row = ({ text: line, below, link }: Line) =>
    `<tr><td class="line" style="padding:14px 0;border-top:1px solid #dfe3e3"><a class="title" href="${escaped(link)}" style="color:#15191a;font-weight:600;text-decoration:none">${escaped(line)}</a>${below
      .map((one) => `<div class="quiet" style="margin-top:2px;font-size:13px;color:#5a6566">${escaped(one) || '<br>'}</div>`)
      .join('')}</td></tr>`
  const quiet = 'class="quiet" style="margin:12px 0 0;font-size:13px;color:#5a6566"'
  const link = (href: string, word: string) => `<a class="quiet" href="${escaped(href)}" style="color:#5a6566">${escaped(word)}</a>`
  return {
    id,
    to,
    subject,
    text: [greeting, ...plainLines, ...(rest ? [rest] : []), `${text('openAll')}\n${all}`, `${why}\n${text('settings')}: ${settings}`]
      .concat(unsubscribe ? [`${text('unsubscribe')}: ${unsubscribe.page}`] : [], shown.org)
      .join('\n\n'),
    html: [
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>`,
      `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.ground{background:#101516!important}.sheet{background:#1b2224!important;border-color:#333c3e!important}.sheet,.title,.sheet p{color:#e8ecec!important}.line{border-color:#333c3e!important}.quiet{color:#a5b0b1!important}.name{color:${dark}!important}.button{background:${dark}!important;color:#101516!important}}</style></head>`,
      '<body class="ground" style="margin:0;padding:24px;background:#f5f6f6;color:#15191a;font:16px/1.5 system-ui,sans-serif">',
      `<div class="sheet" style="max-width:560px;margin:auto;padding:24px;background:#fff;border:1px solid #dfe3e3;border-top:3px solid ${light};border-radius:8px">`,
      `<p class="name" style="margin:0 0 12px;font-weight:600;color:${light}">${escaped(shown.org)}</p><p style="margin:0 0 12px">${escaped(greeting)}</p>`,
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${lines.map(row).join('')}</table>`,
      rest ? `<p ${quiet}>${escaped(rest)}</p>` : '',
      `<p style="margin:20px 0 0"><a class="button" href="${escaped(count === 1 && first ? first.link : all)}" style="display:inline-block;padding:10px 16px;background:${light};color:#fff;border-radius:6px;text-decoration:none">${escaped(text(count === 1 ? 'open' : 'openAll'))}</a></p>`,
      `<p ${quiet}>${escaped(why)} ${link(settings, text('settings'))}${unsubscribe ? ` · ${link(unsubscribe.page, text('unsubscribe'))}` : ''}</p>`,
      '</div></body></html>',
    ].join(''),
    headers: {
      'auto-submitted': 'auto-generated',
      precedence: 'bulk',
      ...(unsubscribe && { 'list-unsubscribe': `<${unsubscribe.post}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
    },
  }
}
