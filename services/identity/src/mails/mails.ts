// identity's mails. Sent by jobs after the commit; the job's row names a person and an event, never a secret.
import { one, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { enqueue, type Notice } from '../jobs.ts'
import { deliver, fill, flat, letter } from '@lyceum/kit/messages/letter'
import type { Mail } from '@lyceum/kit/messages/mail'
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

/** `code` stands alone and large, `link` under the button's word. */
export function compose(
  kind: MailKind,
  reader: Pick<Reader, 'name' | 'locale' | 'org'>,
  to: string,
  { code, link, ...values }: { code?: string; link?: string } & Record<string, string | number>,
): Mail {
  const texts = mailTexts[reader.locale]
  const params = { ...values, name: flat(reader.name), org: flat(reader.org) }
  const textOf = (key: keyof MailTexts) => fill(reader.locale, texts[key], params)
  return letter({
    locale: reader.locale,
    to,
    subject: textOf(`${kind}.subject`),
    hello: textOf('greeting'),
    text: textOf(`${kind}.text`),
    note: textOf(`${kind}.note`),
    sender: params.org,
    code,
    link,
    button: kind === 'verify' || kind === 'welcome' || kind === 'invitation' ? textOf(`${kind}.act`) : link,
  })
}

/** Enqueues the mail about a change of a person's account. */
export const enqueueNotice = (tx: Tx, notice: Notice) => enqueue(tx, { kind: 'sendNotice', key: `notice:${newId()}`, payload: notice })

export async function sendNotice({ job, deps }: JobContext<Deps, Notice>): Promise<void> {
  const { kind, person, org, to } = job.payload
  const reader = await readerOf(deps.db, person, org)
  const address = to ?? reader?.email
  if (reader && address) await deliver(deps.mail.send(compose(kind, reader, address, {})))
}
