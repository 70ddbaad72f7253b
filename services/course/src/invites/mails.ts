// The mail of an invitation, in its person's language. Sent by a job after the commit; an invitation that was answered or cancelled meanwhile is not sent.
import { one } from '@lyceum/kit/database/database'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { deliver, fill, flat, letter } from '@lyceum/kit/messages/letter'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import en from '../i18n/en/invitations.json' with { type: 'json' }
import id from '../i18n/id/invitations.json' with { type: 'json' }
import ms from '../i18n/ms/invitations.json' with { type: 'json' }
import th from '../i18n/th/invitations.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/invitations.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/invitations.json' with { type: 'json' }
import type { Jobs } from '../jobs.ts'

const textsOf: Record<string, typeof en> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }

type Invited = {
  name: string
  email: string
  locale: string
  org: string
  course: string
  course_id: string
  inviter: string
  role: CourseRole
}

export async function mailInvite({ job, deps }: JobContext<Deps, Jobs['mailInvite']>): Promise<void> {
  const { invite, base } = job.payload
  const invited = await one<Invited>(
    deps.db,
    `
    select p.name, p.email, coalesce(nullif(p.locale, ''), o.locale) as locale, o.name as org, coalesce(c.display_name, c.name) as course,
      c.id::text as course_id, coalesce(v.name, '') as inviter, i.role
    from invites i join courses c on c.id = i.course_id and not c.deleted join mirror.orgs o on o.id = i.org_id
    join mirror.persons p on p.id = i.person_id and not p.deleted left join mirror.persons v on v.id = i.inviter_id
    where i.id = $1 and i.state = 'sent'`,
    invite,
  )
  if (invited?.email) await deliver(deps.mail.send(composeInvite(invited, `${base}/course/${invited.course_id}/content?invite=${invite}`)))
}

export function composeInvite(invited: Omit<Invited, 'course_id'>, link: string) {
  const locale = invited.locale in textsOf ? invited.locale : 'en'
  const texts = textsOf[locale] ?? en
  const values = {
    name: flat(invited.name),
    org: flat(invited.org),
    course: flat(invited.course),
    inviter: flat(invited.inviter) || flat(invited.org),
    role: texts[`role.${invited.role}`],
  }
  const text = (key: keyof typeof en) => fill(locale, texts[key], values)
  return letter({
    locale,
    to: invited.email,
    subject: text('subject'),
    hello: text('greeting'),
    text: text('text'),
    note: text('note'),
    sender: values.org,
    link,
    button: text('act'),
  })
}
