// A mail as it is now: what was erased, taken back, read on the page, or is its reader's no more, is not in it.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { hearsSql, personNames } from '@lyceum/identity/mirror/persons'
import type { Mail } from '@lyceum/kit/messages/mail'
import { concernsSql } from './withdrawn.ts'
import type { Deps } from '../deps.ts'
import type { Payload } from '../notifications/api.ts'
import { preferencesOfOne } from '../ways/preference-rows.ts'
import { zoneOf } from '../ways/rules.ts'
import { registry } from '../registry/registry.ts'
import { calendarOf } from './calendar-entry.ts'
import { detailsOf } from './details.ts'
import { newsLetter } from './letter.ts'
import { sentenceOf } from './sentences.ts'
import { signToken } from './unsubscribe-token.ts'

/** `forced`: those of its notifications that the organisation demands. */
export type WaitingMail = { id: string; person: string; org: string; notifications: string[]; forced: string[] }
/** Messages that a mail names. */
const named = 20
/** The green of the design, where an organisation has none of its own. */
const standardAccent = { hue: 195, vividness: 40 }

/** `count`: the things that it stands for, `mailed`: those that an earlier mail had. */
type Row = { id: string; type: string; count: number; mailed: number; payload: Payload; sender_id: string | null; read: boolean }

/** `mailed`: of each notification of the mail, how many of its things mails have had once this one is out. */
export type Composed = { mail: Mail; mailed: { id: string; count: number }[] }

/** The mail and the address; undefined: there is nobody to get it, or nothing of it is left. Nothing of an earlier mail is repeated. */
export async function composeMail(tx: Tx, { config, now }: Pick<Deps, 'config' | 'now'>, mail: WaitingMail): Promise<Composed | undefined> {
  const reader = await one<{ name: string; email: string; locale: string }>(
    tx,
    `select name, email, locale from mirror.persons p where id = $1 and not deleted and ${hearsSql('p.id', '$2::uuid')}`,
    mail.person,
    mail.org,
  )
  const org = await orgById(tx, mail.org)
  if (!reader?.email || !org) return undefined
  const { mailOff, timeZone } = await preferencesOfOne(tx, mail.person)
  const all = await rows<Row>(
    tx,
    `
    select id::text, type, greatest(1, cardinality(about)) as count, mailed, payload, sender_id::text, read_at is not null as read
    from notifications n where id = any($1) and person_id = $2 and mailed < greatest(1, cardinality(about))
      and ${concernsSql('$3::timestamptz')}
    order by id desc`,
    mail.notifications,
    mail.person,
    now(),
  )
  const isForced = ({ id }: Row) => mail.forced.includes(id)
  const list = all.filter((row) => isForced(row) || !(row.read || mailOff))
  if (list.length === 0) return undefined
  const forced = list.every(isForced)
  const shown = list.slice(0, named)
  const names = await personNames(
    tx,
    shown.flatMap(({ sender_id }) => sender_id ?? []),
  )
  const locale = reader.locale || org.locale
  const zone = zoneOf(timeZone, org.settings.time_zone ?? 'UTC')
  const token = signToken(config.grantKeys, mail.person)
  const base = config.publicUrl
  const linkOf = (id: string) => `${base}/user/notifications?open=${id}`
  const entries = shown.flatMap(({ id, type, payload }) => {
    const entry = Object.hasOwn(registry, type) ? registry[type]?.entry : undefined
    return entry ? [{ payload, entry, link: linkOf(id) }] : []
  })
  const calendar = calendarOf(entries, { name: org.name, address: `noreply@${new URL(base).hostname}` })
  const news = newsLetter({
    id: mail.id,
    locale,
    to: reader.email,
    name: reader.name,
    org: org.name,
    accent: org.settings.accent?.vividness ? org.settings.accent : standardAccent,
    lines: shown.map(({ id, type, count, mailed, payload, sender_id }) => {
      const sender = sender_id ? names.get(sender_id) : undefined
      const text = sentenceOf(locale, { type, count: count - mailed, payload, sender: sender && !sender.deleted ? sender.name : null })
      const course = payload.course?.name ?? ''
      // the page makes the address of what it is about, and knows it after signing in too
      return { text, below: [...detailsOf(payload, zone), ...(text.includes(course) ? [] : [course])], link: linkOf(id) }
    }),
    more: list.length - shown.length,
    forced,
    all: `${base}/user/notifications`,
    settings: `${base}/user/settings/notifications`,
    unsubscribe: forced
      ? undefined
      : { page: `${base}/unsubscribe?token=${token}`, post: `${base}/api/notification-mail/unsubscribe?token=${token}` },
  })
  const mailed = list.map(({ id, count }) => ({ id, count }))
  if (!calendar) return { mail: news, mailed }
  return {
    mail: {
      ...news,
      attachments: [{ filename: 'event.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: calendar }],
    },
    mailed,
  }
}
