// A mail as plain text and as simple HTML. Sent by jobs after the commit; the job's row names a person and an event, never a secret.
import { one, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { PermanentFailure, type JobContext } from '@lyceum/kit/jobs/jobs'
import { enqueue, type Notice } from '../jobs.ts'
import type { Mail } from '@lyceum/kit/messages/mail'
import { joinWithCjkSpacing } from '@lyceum/kit/text/cjk-spacing'
import type { Deps } from '../deps.ts'
import type { Locale } from '../organisations/api.ts'
import { asLocale } from '../organisations/settings.ts'
import { type MailKind, type MailTexts, mailTexts } from './texts.ts'

export type Reader = {
  person: string
  name: string
  email: string | null
  mobile_phone: string | null
  locale: Locale
  org_id: string
  org: string
}

/** The reader of a mail, their language and the organisation it comes from: `org`, else the one that made the account. */
export async function readerOf(tx: Tx, person: string, org?: string | null): Promise<Reader | undefined> {
  const reader = await one<Omit<Reader, 'locale'> & { locale: string }>(
    tx,
    `
    select p.id::text as person, p.name, p.email, p.mobile_phone, coalesce(p.locale, o.locale) as locale, o.id::text as org_id, o.name as org
    from persons p join organisations o on o.id = coalesce($2::uuid, p.org_id) where p.id = $1 and not p.deleted`,
    person,
    org ?? null,
  )
  return reader && { ...reader, locale: asLocale(reader.locale) }
}

export const fill = (locale: Locale, text: string, values: Record<string, string | number>) =>
  joinWithCjkSpacing(
    locale,
    text.split(/(\{\{\w+\}\})/).map((piece) => String(values[/^\{\{(\w+)\}\}$/.exec(piece)?.[1] ?? ''] ?? piece)),
  )

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** `code` stands alone and large, `link` under the button's word. */
export function compose(
  kind: MailKind,
  reader: Pick<Reader, 'name' | 'locale' | 'org'>,
  to: string,
  { code, link, ...values }: { code?: string; link?: string } & Record<string, string | number>,
): Mail {
  const texts = mailTexts[reader.locale]
  // a name with a line break would otherwise be a header or a line of its own
  const params = { ...values, name: flat(reader.name), org: flat(reader.org) }
  const textOf = (key: keyof MailTexts) => fill(reader.locale, texts[key], params)
  const hello = textOf('greeting')
  const text = textOf(`${kind}.text`)
  const note = textOf(`${kind}.note`)
  const button = kind === 'verify' || kind === 'welcome' ? textOf(`${kind}.act`) : link
  const action = code ?? link
  return {
    to,
    subject: textOf(`${kind}.subject`),
    text: [hello, text, ...(action ? [action] : []), note, params.org].join('\n\n'),
    html: [
      `<!doctype html><html lang="${reader.locale}"><body style="margin:0;padding:24px;background:#f5f6f6;color:#15191a;font:16px/1.5 system-ui,sans-serif">`,
      '<div style="max-width:520px;margin:auto;padding:24px;background:#fff;border:1px solid #dfe3e3;border-radius:8px">',
      `<p>${escaped(hello)}</p><p>${escaped(text)}</p>`,
      code ? `<p style="font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.2em">${escaped(code)}</p>` : '',
      link
        ? `<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 16px;background:#0b5d63;color:#fff;border-radius:6px;text-decoration:none">${escaped(button ?? link)}</a></p><p style="font-size:13px;color:#5a6566;word-break:break-all">${escaped(link)}</p>`
        : '',
      `<p style="font-size:13px;color:#5a6566">${escaped(note)}</p><p style="font-size:13px;color:#5a6566">${escaped(params.org)}</p></div></body></html>`,
    ].join(''),
    headers: { 'auto-submitted': 'auto-generated' },
  }
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to remove
const flat = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

/** A refusal for good is not tried again. */
export async function deliver(send: Promise<void>): Promise<void> {
  try {
    await send
  } catch (error) {
    // neither the address nor the text may reach the log by way of the error
    const { permanent, responseCode } = error as { permanent?: boolean; responseCode?: number }
    const message = `it could not be sent${responseCode ? `: ${responseCode}` : ''}`
    throw permanent ? new PermanentFailure(message) : new Error(message)
  }
}

/** Enqueues the mail about a change of a person's account. */
export const enqueueNotice = (tx: Tx, notice: Notice) => enqueue(tx, { kind: 'sendNotice', key: `notice:${newId()}`, payload: notice })

export async function sendNotice({ job, deps }: JobContext<Deps, Notice>): Promise<void> {
  const { kind, person, org, to } = job.payload
  const reader = await readerOf(deps.db, person, org)
  const address = to ?? reader?.email
  if (reader && address) await deliver(deps.mail.send(compose(kind, reader, address, {})))
}
